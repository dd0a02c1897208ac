import type { OriginalPost, Post } from '@roost/contract/posts';

/** The original of a repost, otherwise the post itself. Every action except Delete applies to this one. */
export function subjectOf(post: Post): Post | OriginalPost {
  return post.originalPost ?? post;
}

/** Whether a row of a list shows this post: itself, or a repost of it. */
export function isPostOrRepostOf(row: Post, postId: string): boolean {
  return row._id === postId || row.originalPost?._id === postId;
}

const TEMPORARY_PREFIX = 'temporary-';

/** The id of an entry that the server has not confirmed. */
export function temporaryId(what: string): string {
  return TEMPORARY_PREFIX + what;
}

export function isTemporary(post: { _id: string }): boolean {
  return post._id.startsWith(TEMPORARY_PREFIX);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text has the form of a post id. */
export function isPostId(text: string): boolean {
  return UUID.test(text);
}

/** The link state that opens a post's page with the focus in its reply box. */
export const toReply = { isReplying: true } as const;

export function isToReply(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isReplying' in state;
}
