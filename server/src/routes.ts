// The endpoints of the contract, by feature. `app.ts` adds the other routes: files, checkout, webhooks, pages.
import { authRoutes } from './auth/auth.routes.ts';
import { addressesRoutes } from './auth/addresses/addresses.routes.ts';
import { factorsRoutes } from './auth/factors/factors.routes.ts';
import { passkeysRoutes } from './auth/passkeys/passkeys.routes.ts';
import { securityRoutes } from './auth/security/security.routes.ts';
import { subscriptionRoutes } from './billing/subscriptions/subscription.routes.ts';
import { callsRoutes } from './calls/calls.routes.ts';
import { chatRoutes } from './chat/chat.routes.ts';
import { feedRoutes } from './feed/feed.routes.ts';
import { profilePictures } from './media/profile-pictures.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { notificationsRoutes } from './notifications/notifications.routes.ts';
import { limitsRoutes } from './users/limits.routes.ts';
import type { Route } from './platform/http/route.ts';
import { commentsRoutes } from './posts/comments/comments.routes.ts';
import { postsRoutes } from './posts/posts.routes.ts';
import { reactionsRoutes } from './reactions/reactions.routes.ts';
import { repostsRoutes } from './reposts/reposts.routes.ts';
import { blocksRoutes } from './relations/blocks.routes.ts';
import { followsRoutes } from './relations/follows.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { privacyRoutes } from './users/privacy/privacy.routes.ts';
import { usersRoutes } from './users/users.routes.ts';

export function bindRoutes(route: Route): void {
  limitsRoutes(route);
  authRoutes(route);
  addressesRoutes(route);
  factorsRoutes(route);
  passkeysRoutes(route);
  securityRoutes(route);
  usersRoutes(route, profilePictures);
  privacyRoutes(route);
  followsRoutes(route);
  blocksRoutes(route);
  mediaRoutes(route);
  postsRoutes(route);
  commentsRoutes(route);
  reactionsRoutes(route);
  repostsRoutes(route);
  feedRoutes(route);
  searchRoutes(route);
  notificationsRoutes(route);
  chatRoutes(route);
  callsRoutes(route);
  subscriptionRoutes(route);
}
