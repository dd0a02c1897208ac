import type { OriginalPost, Post } from '@roost/contract/posts';

/** What a row is about: a repost's original, else the post itself. Every action but Delete is on this. */
export function subjectOf(post: Post): Post | OriginalPost {
  return post.originalPost ?? post;
}

const TEMPORARY = 'temporary-';

/** The id of an entry the server has not confirmed. */
export function temporaryId(what: string): string {
  return TEMPORARY + what;
}

export function isTemporary(post: { _id: string }): boolean {
  return post._id.startsWith(TEMPORARY);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether an address could name a post at all. */
export function isPostId(text: string): boolean {
  return UUID.test(text);
}

export function postPath(id: string): string {
  return `/home/post/${id}`;
}

/** Where a search for this is. */
export function searchPath(text: string): string {
  return `/home/search?${new URLSearchParams({ q: text })}`;
}

/** The state of a link that leads to a post in order to answer it. */
export const toReply = { isReplying: true } as const;

export function isToReply(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isReplying' in state;
}
