import type { Context } from '../../kernel/context.ts';
import { asPerson } from '../../auth/as-person.ts';
import { presentCallPush } from './present-call-push.ts';
import { presentMessagePush } from './present-message-push.ts';
import { presentNotificationPush } from './present-notification-push.ts';
import type { PresentedPush } from './push-people.ts';
import type { PushJob } from '../push.jobs.ts';

/**
 * Presents a push by the rules of this moment: visibility, blocks, mutes, limits and preferences. Returns null if the person may not
 * see it now, has seen it already, or does not want it any more.
 */
export async function presentPush(
  ctx: Context,
  { userId, item }: Pick<PushJob, 'userId' | 'item'>,
): Promise<PresentedPush | null> {
  const person = asPerson(ctx, userId);
  // Browsers read paths by their own origin, which the server need not know.
  const viewerCtx = { ...person, origin: '', viewer: { ...person.viewer, hasMutes: true } };
  if ('notificationId' in item) return presentNotificationPush(viewerCtx, item.notificationId);
  if ('callId' in item) return presentCallPush(viewerCtx, item);
  return presentMessagePush(viewerCtx, item);
}
