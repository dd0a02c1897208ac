import { getMe } from '@roost/contract/auth';
import { changeUsername as changeUsernameEndpoint } from '@roost/contract/usernames';
import * as endpoints from '@roost/contract/users';
import { clientInfoOf } from '../platform/http/client-info.ts';
import type { Route } from '../platform/http/route.ts';
import { changeUsername } from './profile/change-username.ts';
import { updateMessagePreference } from './profile/profile.queries.ts';
import { dismissSuggested, suggestUsers } from './suggestions/suggest-users.ts';
import { updateUser, type ProfilePictures } from './profile/update-user.ts';
import { getOwnUser } from './profile/present-own-user.ts';
import { presentProfileByName } from './present-users.ts';

export function usersRoutes(route: Route, pictures: ProfilePictures): void {
  route(getMe, async (ctx) => ({ data: await getOwnUser(ctx) }));

  route(endpoints.getUser, async (ctx, { params }) => ({
    data: { user: await presentProfileByName(ctx, params.username) },
  }));

  route(endpoints.updateUser, async (ctx, { body }, { files }) => {
    const user = await updateUser(ctx, pictures, { ...body, files });
    return { data: { ...user, user }, message: 'Profile updated successfully!' };
  });

  route(changeUsernameEndpoint, async (ctx, { body }, { request }) => {
    await changeUsername(ctx, body.username, clientInfoOf(ctx.config, request));
    return { data: await getOwnUser(ctx), message: 'Username changed.' };
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
