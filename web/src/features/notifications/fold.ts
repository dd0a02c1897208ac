import type { Notification } from '@roost/contract/notifications';

/** What stands as one row: one notification, or likes or reposts of one post; the newest first. */
export type Fold = readonly [Notification, ...Notification[]];

/** Milliseconds from the newest to the oldest of a fold. */
const SPAN = 12 * 60 * 60 * 1_000;

/** Folds the rows of one page, which are newest first; each fold stands where its newest row stood. */
export function foldRows(rows: readonly Notification[]): Fold[] {
  const folds: [Notification, ...Notification[]][] = [];
  for (const row of rows) {
    const fold = folds.find((each) => belongTogether(each[0], row));
    if (fold) fold.push(row);
    else folds.push([row]);
  }
  return folds;
}

function belongTogether(first: Notification, row: Notification): boolean {
  if (row.type !== first.type || (row.type !== 'like' && row.type !== 'repost')) return false;
  // One that can be seen no longer is not known to be the same.
  if (!row.post || row.post._id !== first.post?._id) return false;
  return Date.parse(first.createdAt) - Date.parse(row.createdAt) <= SPAN;
}

/** Who stands in the sentence by name, how many others, and what they did: 'liked your post.' */
export function sentenceOf(fold: Fold): { names: string[]; others: number; deed: string } {
  const [{ sender, message, type }] = fold;
  const shown = Math.min(fold.length, 2);
  return {
    names: fold.slice(0, shown).map((row) => row.sender.fullName || row.sender.username),
    others: fold.length - shown,
    // The server's sentence begins with the name.
    deed: message.startsWith(`${sender.fullName} `)
      ? message.slice(sender.fullName.length + 1)
      : deeds[type],
  };
}

const deeds: Record<Notification['type'], string> = {
  like: 'liked your post.',
  repost: 'reposted your post.',
  comment: 'replied to you.',
  mention: 'mentioned you.',
  follow: 'followed you.',
};
