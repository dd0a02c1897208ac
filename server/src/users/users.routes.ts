import * as endpoints from '@roost/contract/users';
import type { Route } from '../http/route.ts';
import { updateMessagePreference } from './profile.queries.ts';
import { dismissSuggested, suggestUsers } from './suggest-users.ts';
import { updateUser } from './update-user.ts';
import { viewProfileByName } from './view-users.ts';

export function usersRoutes(route: Route): void {
  route(endpoints.getUser, async (ctx, { params }) => ({
    data: { user: await viewProfileByName(ctx, params.username) },
  }));

  route(endpoints.updateUser, async (ctx, { body }, { files }) => {
    const user = await updateUser(ctx, { ...body, files });
    return { data: { ...user, user }, message: 'Profile updated successfully!' };
  });

  route(endpoints.setMessagePreference, async (ctx, { body }) => {
    await updateMessagePreference(ctx, ctx.viewer.id, body.messagePreference);
    return { data: body.messagePreference, message: 'Message preference updated successfully!' };
  });

  route(endpoints.listSuggested, async (ctx, { query }) => ({
    data: await suggestUsers(ctx, query.limit),
  }));

  route(endpoints.dismissSuggested, async (ctx, { params }) => {
    await dismissSuggested(ctx, params.userId);
    return { message: 'This person is suggested no more.' };
  });
}
