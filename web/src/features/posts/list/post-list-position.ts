import type { CacheSnapshot } from 'virtua';
import { isNewVisit } from '../../../lib/page/is-new-visit.ts';
import { hasFields, storedJson, validItems } from '../../../lib/storage.ts';

/**
 * A reading position in a list. It contains no posts, because the next person in this tab may not be allowed to see
 * them.
 */
export interface ListPosition {
  /** The topmost visible row. Undefined above the list. */
  anchor: string | undefined;
  /** In px, from the top of the anchor to the top of the window. Without an anchor, from the top of the page. */
  offset: number;
  rows: number;
  /** The row that had the focus when the person left the list, for example by opening its post. */
  focused?: string | undefined;
  /** The measured row heights. They are valid for the same number of rows. */
  heights: CacheSnapshot;
}

/** The heights of a list that needs none. */
export const noHeights = [] as unknown as CacheSnapshot;

type Entry = [key: string, position: ListPosition];
const stored = storedJson('sessionStorage', 'roost:positions', (value) =>
  validItems(value, isEntry),
);
/** Storage keeps one position for each history entry with a list, and drops the oldest. */
const MAX_POSITIONS = 30;

let isCleared = false;

/** `key` identifies a history entry and a list in it. Without storage, the list starts at its top. */
export function rememberPosition(key: string, position: ListPosition): void {
  const others = read().filter(([other]) => other !== key);
  stored.write([...others, [key, position] satisfies Entry].slice(-MAX_POSITIONS));
}

export function rememberedPosition(key: string): ListPosition | undefined {
  forgetFormerVisit();
  return read().find(([other]) => other === key)?.[1];
}

/** The first entry of every visit has the key 'default'. */
function forgetFormerVisit(): void {
  if (isCleared) return;
  isCleared = true;
  if (isNewVisit()) stored.write(read().filter(([key]) => !key.startsWith('default ')));
}

const read = (): Entry[] => stored.read() ?? [];

function isEntry(value: unknown): value is Entry {
  return (
    Array.isArray(value) &&
    typeof value[0] === 'string' &&
    hasFields<ListPosition>(value[1], { offset: 'number', rows: 'number', heights: 'object' })
  );
}

/** The first page that contains all rows down to the position, in the fewest requests. */
export function firstPageFor(
  position: ListPosition | undefined,
  pageSize: number,
  most: number,
): number {
  if (!position?.anchor) return pageSize;
  return Math.min(most, Math.max(pageSize, Math.ceil(position.rows / pageSize) * pageSize));
}
