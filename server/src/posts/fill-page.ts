import type { Paging } from '@roost/contract/wire';
import { paginationOf, type Window } from '../http/paging.ts';

/** A list whose rows are candidates: where they stand is known by one key, who may see them by others. */
interface Listing<Place, Row extends Place, View> {
  /** Candidates after this place, or the first: as many as should hold so many that can be seen. */
  list: (after: Place | null, wanted: number) => Promise<Candidates<Row>>;
  place: (row: Row) => Place;
  /** As the viewer sees each, in the same order; undefined where they may not. */
  show: (rows: Row[]) => Promise<(View | undefined)[]>;
  /** Whether the viewer may see each; for those before a page that is asked for by its number. */
  judge: (rows: Row[]) => Promise<boolean[]>;
}

export interface Candidates<Row> {
  rows: Row[];
  /** There are none after these. */
  isEnd: boolean;
}

/** Times that candidates are taken for one page, each time more. Where hardly any can be seen the page goes out short. */
const ROUNDS = 5;
const GROWTH = 4;
const MOST_AT_ONCE = 200;
const PASSED_AT_ONCE = 1_000;

/**
 * A page of what the viewer may see. Mostly that is the first candidates; only where some of these are hidden more are
 * taken. What is hidden is not told of by the end either: there is more only where something more can be seen, or where so
 * much was hidden that it is not known yet; then the cursor goes on after the last that was looked at.
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
  /** The last candidate that was shown, or passed over behind it. */
  last: Row | null;
  hasMore: boolean;
}

async function take<Place, Row extends Place, View>(
  page: Window<Place>,
  most: number,
  { list, show, judge }: Listing<Place, Row, View>,
): Promise<Taken<Row, View>> {
  const shown: View[] = [];
  let last: Row | null = null;
  let after = page.offset > 0 ? await passOver(page.offset, list, judge) : page.after;
  if (page.limit === 0 || (page.offset > 0 && !after)) return { shown, last, hasMore: false };
  let wanted = page.limit;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { rows, isEnd } = await list(after, wanted);
    const views = await show(rows);
    for (const [index, row] of rows.entries()) {
      const view = views[index];
      if (view !== undefined && shown.length === most) return { shown, last, hasMore: true };
      if (view !== undefined) shown.push(view);
      last = row;
    }
    if (isEnd) return { shown, last, hasMore: false };
    after = rows.at(-1) ?? after;
    wanted = Math.max(wanted, Math.min(wanted * GROWTH, MOST_AT_ONCE));
  }
  return { shown, last, hasMore: true };
}

/** The last of so many that the viewer may see; null where there are fewer. */
async function passOver<Place, Row extends Place>(
  count: number,
  list: Listing<Place, Row, unknown>['list'],
  judge: Listing<Place, Row, unknown>['judge'],
): Promise<Row | null> {
  let left = count;
  let after: Row | null = null;
  for (;;) {
    const { rows, isEnd }: Candidates<Row> = await list(after, Math.min(left, PASSED_AT_ONCE));
    const visible = await judge(rows);
    for (const [index, row] of rows.entries()) {
      after = row;
      if (visible[index]) left -= 1;
      if (left === 0) return after;
    }
    if (isEnd || rows.length === 0) return null;
  }
}

/** Of one row more than wanted, which tells whether there are more. */
export function upTo<Row>(wanted: number, found: Row[]): Candidates<Row> {
  return { rows: found.slice(0, wanted), isEnd: found.length <= wanted };
}
