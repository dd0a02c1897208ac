import {
  notificationPreferences,
  type NotificationPreferences,
  type OwnUser,
} from '@roost/contract/users';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../context.ts';
import { profilePicture } from '../media/view-media.ts';
import { findOwnExtras, findUsers } from './user.queries.ts';
import { viewPremium } from './premium.ts';
import { viewName } from './view-users.ts';

const anyone = { from: 'anyone' } as const;
const defaultPreferences: NotificationPreferences = {
  all: anyone,
  types: { like: anyone, comment: anyone, follow: anyone, mention: anyone, repost: anyone },
};

/** What is stored, held against the contract; all is wanted where nothing sensible is. */
export function readPreferences(stored: unknown): NotificationPreferences {
  const read = notificationPreferences.safeParse(stored);
  return read.success ? read.data : defaultPreferences;
}

/** The viewer's own user, with what nobody else may see of them. */
export async function getOwnUser(ctx: MemberContext): Promise<OwnUser> {
  const [[user], extras] = await Promise.all([
    findUsers(ctx, [ctx.viewer.id]),
    findOwnExtras(ctx, ctx.viewer.id),
  ]);
  if (!user || !extras) throw new AppError('unauthenticated');
  return {
    ...viewName(ctx, user),
    bio: user.bio,
    email: extras.email,
    coverImage: profilePicture(ctx, user.cover_image, 1280),
    premium: viewPremium(user),
    createdAt: user.created_at.toISOString(),
    followersCount: user.followers_count,
    followingCount: user.following_count,
    postsCount: user.public_posts_count + user.followers_posts_count,
    messagePreference: user.message_preference as OwnUser['messagePreference'],
    notificationPreferences: readPreferences(extras.notification_preferences),
    blockedUsers: extras.blocked,
    following: extras.following,
  };
}
