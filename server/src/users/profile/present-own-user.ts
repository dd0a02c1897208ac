import {
  notificationPreferences,
  type NotificationPreferences,
  type OwnUser,
} from '@roost/contract/users';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { profilePictureUrl } from '../profile-picture.ts';
import { findOwnExtras, findUsers } from '../user.queries.ts';
import { presentPremium } from '../../auth/premium.ts';
import { presentLinks, presentName } from '../present-users.ts';

const anyone = { from: 'anyone' } as const;
const defaultPreferences: NotificationPreferences = {
  all: anyone,
  types: { like: anyone, comment: anyone, follow: anyone, mention: anyone, repost: anyone },
};

/** Parses stored preferences by the contract. Invalid preferences become the default: notifications from anyone. */
export function readPreferences(stored: unknown): NotificationPreferences {
  const read = notificationPreferences.safeParse(stored);
  return read.success ? read.data : defaultPreferences;
}

const wantsVerification = ({ config }: MemberContext) => config.emailVerification !== 'off';

/** Presents the viewer to themself, with private fields. Throws `unauthenticated` if the user does not exist. */
export async function getOwnUser(ctx: MemberContext): Promise<OwnUser> {
  const [[user], extras] = await Promise.all([
    findUsers(ctx, [ctx.viewer.id]),
    findOwnExtras(ctx, ctx.viewer.id),
  ]);
  if (!user || !extras) throw new AppError('unauthenticated');
  return {
    ...presentName(ctx, user),
    bio: user.bio,
    email: extras.email,
    ...(wantsVerification(ctx) && !extras.is_email_verified && { emailUnverified: true as const }),
    role: extras.role,
    coverImage: profilePictureUrl(ctx, user.cover_image, 1280),
    premium: presentPremium(user),
    links: presentLinks(user),
    language: extras.language,
    createdAt: user.created_at.toISOString(),
    followersCount: user.followers_count,
    followingCount: user.following_count,
    postsCount: user.public_posts_count + user.followers_posts_count,
    messagePreference: user.message_preference as OwnUser['messagePreference'],
    notificationPreferences: readPreferences(extras.notification_preferences),
    blockedUsers: extras.blocked,
    following: extras.following,
    followRequestsCount: extras.follow_requests,
  };
}
