import type { Threaded, UnavailableComment, Post } from '@roost/contract/posts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { writeCache, type Undo } from '../../lib/cache/write-cache.ts';

/** The posts above a comment, from the root down to its parent. */
export interface Ancestry {
  ancestors: Threaded[];
  hasGap: boolean;
}

/** Replaces a removed post above open comments with a placeholder, as the server does. */
export function emptyAncestors(
  client: QueryClient,
  prefix: QueryKey,
  isGone: (post: Post) => boolean,
): Undo {
  const gone = new Map<string, Post>();
  changeAncestors(client, prefix, (ancestor) => {
    if (!isSeen(ancestor) || !isGone(ancestor)) return ancestor;
    gone.set(ancestor._id, ancestor);
    return emptied(ancestor);
  });
  return () =>
    changeAncestors(client, prefix, (ancestor) =>
      isSeen(ancestor) ? ancestor : (gone.get(ancestor._id) ?? ancestor),
    );
}

export function isSeen(comment: Threaded): comment is Post {
  return comment.ownerid !== null;
}

function emptied({ _id, createdAt, parentPost }: Post): UnavailableComment {
  return { _id, isDeleted: true, content: '', media: [], ownerid: null, createdAt, parentPost };
}

function changeAncestors(
  client: QueryClient,
  prefix: QueryKey,
  change: (ancestor: Threaded) => Threaded,
): void {
  writeCache(client, prefix, (data) => {
    if (!isAncestry(data)) return data;
    const ancestors = data.ancestors.map(change);
    return ancestors.every((ancestor, index) => ancestor === data.ancestors[index])
      ? data
      : { ...data, ancestors };
  });
}

function isAncestry(data: unknown): data is Ancestry {
  return typeof data === 'object' && data !== null && 'ancestors' in data;
}
