import * as endpoints from '@roost/contract/users';
import type { Route } from '../../platform/http/route.ts';
import { changePrivacy, readPrivacy } from './change-privacy.ts';

export function privacyRoutes(route: Route): void {
  route(endpoints.getPrivacy, async (ctx) => ({ data: await readPrivacy(ctx) }));

  route(endpoints.updatePrivacy, async (ctx, { body }) => ({
    data: await changePrivacy(ctx, body),
  }));
}
