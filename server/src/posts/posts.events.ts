import { z } from 'zod';
import { defineEvent, defineRemoteEvent, type PayloadOf } from '../kernel/events.ts';
import type { AccessScope } from './visibility.ts';

/** A post that something happened to, with the data that decides who may see it. */
export type AffectedPost = AccessScope & {
  id: string;
  author_id: string;
  /** Null for a post, which begins a thread itself. */
  root_id: string | null;
};

/** The caller has checked that the actor may see the post. */
export const reposted = defineEvent<{ actorId: string; post: AffectedPost }>('reposted');
export const unreposted = defineEvent<{ actorId: string; postId: string; ownerId: string }>(
  'unreposted',
);

/** A post or repost was created, so feeds show it. A comment does not cause this event. */
export const published = defineRemoteEvent(
  'published',
  z.object({
    postId: z.uuid(),
    authorId: z.uuid(),
    visibility: z.enum(['public', 'followers']),
    repostOfId: z.uuid().nullable(),
  }),
);
export type Published = PayloadOf<typeof published>;

/** A post or comment was created. `answeredId` is the author whom a comment answers. */
export const postCreated = defineEvent<{
  post: AffectedPost & { mentions: string[] };
  answeredId: string | null;
}>('postCreated');
export const postEdited = defineEvent<{ postId: string; newMentions: string[] }>('postEdited');
/** Moderators withhold a post or comment, or it came back. */
export const postWithheld = defineEvent<{ postId: string; isWithheld: boolean }>('postWithheld');
export const postDeleted = defineEvent<{ postId: string }>('postDeleted');

/** A person muted or unmuted a thread. */
export const threadMutesChanged = defineRemoteEvent(
  'threadMutesChanged',
  z.object({ userId: z.uuid() }),
);
