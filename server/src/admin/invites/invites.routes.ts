import * as endpoints from '@roost/contract/admin';
import { z } from 'zod';
import { pageOf, windowOf } from '../../platform/http/paging/paging.ts';
import type { Route } from '../../platform/http/route.ts';
import { findUsers } from '../../users/user.queries.ts';
import { presentName } from '../../users/present-users.ts';
import { asAdmin } from '../as-admin.ts';
import { deleteInvite } from './delete-invite.ts';
import { listUsableInvites } from './invite.queries.ts';
import { storeInvite } from './make-invite.ts';

const inviteCursor = z.object({ id: z.uuid() });

export function invitesRoutes(route: Route): void {
  route(endpoints.listInvites, async (ctx, { query }) => {
    const page = windowOf(ctx, query, inviteCursor, 'invites');
    const found = await listUsableInvites(ctx, page);
    const { rows, pagination, total } = pageOf(found, query, page, ({ id }) => ({ id }));
    const makers = await findUsers(ctx, [...new Set(rows.flatMap((row) => row.created_by ?? []))]);
    return {
      data: {
        invites: rows.map((row) => {
          const maker = makers.find(({ id }) => id === row.created_by);
          return {
            _id: row.id,
            uses: row.max_uses,
            used: row.used,
            expiresAt: row.expires_at.toISOString(),
            createdAt: row.created_at.toISOString(),
            createdBy: maker ? presentName(ctx, maker) : null,
          };
        }),
        pagination: { ...pagination, totalInvites: total },
      },
    };
  });

  route(endpoints.makeInvite, async (ctx, { body }) => {
    const { id, code, uses, expiresAt } = await asAdmin(ctx, 'makeInvite', async (tx) =>
      storeInvite(tx, {
        uses: body.uses,
        expiresAt: body.expiresAt === undefined ? undefined : new Date(body.expiresAt),
        createdBy: ctx.viewer.id,
      }),
    );
    return { data: { _id: id, code, uses, expiresAt: expiresAt.toISOString() } };
  });

  route(endpoints.deleteInvite, async (ctx, { params: { inviteId } }) => {
    await asAdmin(ctx, 'deleteInvite', async (tx) => deleteInvite(tx, inviteId));
    return { message: 'Invite deleted.' };
  });
}
