import type { Post } from '@roost/contract/posts';
import type { ThreadPage } from './thread.query.ts';

/** A post of a thread. `mutedBy` is the muted word of the viewer that it contains. */
export type ThreadedPost = Post & { mutedBy?: string | null | undefined };

/** A comment with its replies. `comment` is absent if it is deleted or hidden. */
export interface Branch {
  id: string;
  comment: ThreadedPost | undefined;
  replies: Branch[];
  /** The server has more replies than were loaded. */
  isCut: boolean;
  /** The branch contains a comment that the viewer wrote on this page. */
  hasNewComment: boolean;
}

/**
 * Builds the threads under a post. The viewer's new comments come first under their parents, then the others, oldest
 * first. A placeholder is included only if a visible comment is under it.
 */
export function threadTree(
  postId: string,
  pages: readonly ThreadPage[],
  newComments: readonly Post[],
): Branch[] {
  const positions = pages.flatMap((page) => page.positions);
  const isOnPage = new Set(positions.map(({ id }) => id));
  // Once a page contains a comment, the page has its newer text, or the fact that it is gone.
  const only = newComments.filter(({ _id }) => !isOnPage.has(_id));
  const posts = new Map([...only, ...pages.flatMap((page) => page.posts)].map(keyed));
  const newPositions = newComments.map(({ _id, parentPost }) => ({
    id: _id,
    parentId: parentPost?._id,
    isCut: false,
  }));
  const newIds = new Set(newComments.map(({ _id }) => _id));
  const repliesOf = new Map<string | undefined, { id: string; isCut: boolean }[]>();
  const added = new Set<string>();
  for (const { id, parentId, isCut } of [...newPositions, ...positions]) {
    // The server also returns a new comment at its own position.
    if (added.has(id)) continue;
    added.add(id);
    repliesOf.set(parentId, [...(repliesOf.get(parentId) ?? []), { id, isCut }]);
  }
  const under = (parentId: string): Branch[] =>
    (repliesOf.get(parentId) ?? []).flatMap(({ id, isCut }) => {
      const comment = posts.get(id);
      const replies = under(id);
      if (!comment && replies.length === 0) return [];
      const hasNewComment = replies.some((reply) => newIds.has(reply.id) || reply.hasNewComment);
      return { id, comment, replies, isCut, hasNewComment };
    });
  return under(postId);
}

function keyed(post: Post): [string, Post] {
  return [post._id, post];
}
