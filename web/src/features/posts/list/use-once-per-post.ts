import type { Post } from '@roost/contract/posts';
import { useState, useSyncExternalStore } from 'react';
import { subjectOf } from '../post-identity.ts';

/** Within this distance from its top, the page shows the first rows of its list. In px. */
const TOP_PX = 200;

interface Shown {
  rows: Post[] | undefined;
  isAtTop: boolean;
  shown: Post[] | undefined;
}

/**
 * Leaves out the rows that show a post again, such as the original below the viewer's new repost of it. While somebody reads
 * further down, a row that they see stays until they return to the top. So nothing disappears below the pointer.
 */
export function useOncePerPost(rows: Post[] | undefined, isOncePerPost: boolean) {
  const isAtTop = useSyncExternalStore(watchScroll, isPageAtTop);
  const [known, setKnown] = useState<Shown>(() => ({ rows, isAtTop, shown: once(rows, []) }));
  if (!isOncePerPost) return rows;
  if (known.rows === rows && known.isAtTop === isAtTop) return known.shown;
  const shown = once(rows, isAtTop ? [] : (known.shown ?? []));
  setKnown({ rows, isAtTop, shown });
  return shown;
}

function once(rows: Post[] | undefined, kept: readonly Post[]): Post[] | undefined {
  const keptIds = new Set(kept.map(({ _id }) => _id));
  const seen = new Set<string>();
  return rows?.filter((row) => {
    const { _id } = subjectOf(row);
    return (!seen.has(_id) && seen.add(_id)) || keptIds.has(row._id);
  });
}

/**
 * Returns a key for each row. The last row of a post has the key of the post. So React keeps the row, and its focus, when the viewer's
 * repost takes the place of the original.
 */
export function keysOf(rows: readonly Post[]): string[] {
  const used = new Set<string>();
  const keys = rows.toReversed().map((row) => {
    const subject = `post ${subjectOf(row)._id}`;
    const key = used.has(subject) ? `row ${row._id}` : subject;
    used.add(key);
    return key;
  });
  return keys.toReversed();
}

const isPageAtTop = () => window.scrollY < TOP_PX;

function watchScroll(onChange: () => void): () => void {
  addEventListener('scroll', onChange, { passive: true });
  return () => removeEventListener('scroll', onChange);
}
