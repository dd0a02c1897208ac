import { paginationOf, type Window } from '../http/paging.ts';
import type { Paging } from '@roost/contract/wire';

/** A list whose rows are candidates: where they stand is known by one key, who may see them by others. */
interface Listing<Place, Row extends Place, View> {
  /** So many candidates after this one, or the first. */
  list: (after: Place | null, limit: number) => Promise<Row[]>;
  place: (row: Row) => Place;
  /** As the viewer sees each, in the same order; undefined where they may not. */
  show: (rows: Row[]) => Promise<(View | undefined)[]>;
  /** Whether the viewer may see each; for those before a page that is asked for by its number. */
  judge: (rows: Row[]) => Promise<boolean[]>;
}

/** Times that candidates are taken for one page, each time more. Where hardly any can be seen the page goes out short. */
const ROUNDS = 5;
const GROWTH = 4;
const MOST_AT_ONCE = 200;
const PASSED_AT_ONCE = 1_000;

/**
 * A page of what the viewer may see. Mostly that is the first candidates; only where some of these are hidden more are
 * taken. The cursor goes on after the last that was looked at, so a list can be read to its end however much of it is hidden.
 */
export async function fillPage<Place, Row extends Place, View>(
  page: Window<Place>,
  paging: Paging,
  listing: Listing<Place, Row, View>,
) {
  const { shown, last, hasMore } = await take(page, paging.limit, listing);
  const place = last && listing.place(last);
  return { shown, ...paginationOf({ count: shown.length, hasMore, place }, paging, page) };
}

interface Taken<Row, View> {
  shown: View[];
  /** The last candidate that was shown or passed over. */
  last: Row | null;
  hasMore: boolean;
}

async function take<Place, Row extends Place, View>(
  page: Window<Place>,
  wanted: number,
  listing: Listing<Place, Row, View>,
): Promise<Taken<Row, View>> {
  const shown: View[] = [];
  const start = page.offset > 0 ? await passOver(page.offset, listing) : page.after;
  if (page.limit === 0 || (page.offset > 0 && start === null))
    return { shown, last: null, hasMore: false };
  let after = start;
  let size = wanted;
  let last: Row | null = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await listing.list(after, size + 1);
    const rows = found.slice(0, size);
    const views = await listing.show(rows);
    for (const [index, row] of rows.entries()) {
      const view = views[index];
      if (view !== undefined) shown.push(view);
      last = row;
      if (shown.length === wanted) return { shown, last, hasMore: found.length > index + 1 };
    }
    if (found.length <= size) return { shown, last, hasMore: false };
    after = last;
    size = Math.max(size, Math.min(size * GROWTH, MOST_AT_ONCE));
  }
  return { shown, last, hasMore: true };
}

/** The last of so many that the viewer may see; null where there are fewer. */
async function passOver<Place, Row extends Place, View>(
  count: number,
  { list, judge }: Listing<Place, Row, View>,
): Promise<Row | null> {
  let left = count;
  let after: Row | null = null;
  for (;;) {
    const size = Math.min(PASSED_AT_ONCE, Math.max(left, MOST_AT_ONCE));
    const rows: Row[] = await list(after, size);
    const visible = await judge(rows);
    for (const [index, row] of rows.entries()) {
      after = row;
      if (visible[index]) left -= 1;
      if (left === 0) return after;
    }
    if (rows.length < size) return null;
  }
}
