import type { Post } from '@roost/contract/posts';
import type { ThreadPage } from './thread.query.ts';

/** A comment with what answers it; without the comment where that is removed or hidden. */
export interface Branch {
  id: string;
  comment: Post | undefined;
  replies: Branch[];
  /** There are replies that are not here. */
  isCut: boolean;
  /** Something written just now is under it. */
  hasWritten: boolean;
}

/**
 * The threads under a post, in order: what was written just now first under what it answers, then the others, oldest
 * first. An empty place is left out unless something can be seen under it.
 */
export function threadTree(
  postId: string,
  pages: readonly ThreadPage[],
  written: readonly Post[],
): Branch[] {
  const places = pages.flatMap((page) => page.places);
  const isPlaced = new Set(places.map(({ id }) => id));
  // Once a page has its place, the page also knows better what it says, or that it is gone.
  const only = written.filter(({ _id }) => !isPlaced.has(_id));
  const posts = new Map([...only, ...pages.flatMap((page) => page.posts)].map(keyed));
  const writtenPlaces = written.map(({ _id, parentPost }) => ({
    id: _id,
    parentId: parentPost?._id,
    isCut: false,
  }));
  const fresh = new Set(written.map(({ _id }) => _id));
  const answers = new Map<string | undefined, { id: string; isCut: boolean }[]>();
  const placed = new Set<string>();
  for (const { id, parentId, isCut } of [...writtenPlaces, ...places]) {
    // What was written just now also comes from the server, in its own place.
    if (placed.has(id)) continue;
    placed.add(id);
    answers.set(parentId, [...(answers.get(parentId) ?? []), { id, isCut }]);
  }
  const under = (parentId: string): Branch[] =>
    (answers.get(parentId) ?? []).flatMap(({ id, isCut }) => {
      const comment = posts.get(id);
      const replies = under(id);
      if (!comment && replies.length === 0) return [];
      const hasWritten = replies.some((reply) => fresh.has(reply.id) || reply.hasWritten);
      return { id, comment, replies, isCut, hasWritten };
    });
  return under(postId);
}

function keyed(post: Post): [string, Post] {
  return [post._id, post];
}
