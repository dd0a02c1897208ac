import type { MemberContext } from '../../kernel/context.ts';
import { isBlocked, loadAuthorCards, type AuthorCard } from '../../users/present-users.ts';
import { findPushReader, type PushCause, type PushReader } from './push-reader.queries.ts';
import type { PushText } from './push-text.ts';

/** A push as its person may see it at this moment. */
export interface PresentedPush {
  text: PushText;
  language: string;
  /** The push is useless after this time, in ms since 1970. If absent, the kind of push decides. */
  expiresAt?: number;
}

export interface PeopleOfPush {
  actor: AuthorCard;
  reader: PushReader;
}

/** Finds the person who caused a push and its reader. Returns null if the reader gets no pushes of this person. */
export async function findPeopleOfPush(
  ctx: MemberContext,
  cause: PushCause,
): Promise<PeopleOfPush | null> {
  const [cards, reader] = await Promise.all([
    loadAuthorCards(ctx, [cause.actorId]),
    findPushReader(ctx, ctx.viewer.id, cause),
  ]);
  const actor = cards.get(cause.actorId);
  if (!actor || !reader || isBlocked(actor) || actor.muted === 'all') return null;
  if (reader.isActorLimited && !actor.relationship.follows) return null;
  return { actor, reader };
}
