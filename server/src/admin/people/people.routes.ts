import * as endpoints from '@roost/contract/admin';
import type { Route } from '../../platform/http/route.ts';
import { asAdmin } from '../as-admin.ts';
import { approve, refuse } from './decide-registration.ts';
import { forceReset } from './force-reset.ts';
import { listPeople } from './list-people.ts';
import { setRole } from './set-role.ts';

export function peopleRoutes(route: Route): void {
  route(endpoints.listPeople, async (ctx, { query }) => ({
    data: await listPeople(ctx, query, query),
  }));

  route(endpoints.setRole, async (ctx, { params: { userId }, body: { role } }) => {
    await asAdmin(ctx, 'setRole', async (tx) => setRole(tx, userId, role), userId);
    return { data: { _id: userId, role }, message: 'Role saved.' };
  });

  route(endpoints.approvePerson, async (ctx, { params: { userId } }) => {
    await asAdmin(ctx, 'approvePerson', async (tx) => approve(tx, userId), userId);
    return { message: 'Approved.' };
  });

  route(endpoints.refusePerson, async (ctx, { params: { userId } }) => {
    await asAdmin(ctx, 'refusePerson', async (tx) => refuse(tx, userId), userId);
    return { message: 'Refused. The account is deleted.' };
  });

  route(endpoints.forceReset, async (ctx, { params: { userId } }) => {
    await asAdmin(ctx, 'forceReset', async (tx) => forceReset(tx, userId), userId);
    return { message: 'The password has ended, and a link is on its way.' };
  });
}
