import { AppError } from '@roost/contract/errors';
import type { Paging } from '@roost/contract/wire';
import type { MemberContext } from '../../../kernel/context.ts';
import { paginationOf, type Window } from './paging.ts';

/** A list of candidates. One key finds their positions. Other keys decide whether the viewer may see them. */
interface Listing<Position, Row extends Position, Presented> {
  /** Reads candidates after a position, or the first ones. It returns enough rows to hold about `wanted` visible ones. */
  list: (after: Position | null, wanted: number) => Promise<Candidates<Row>>;
  /** Tells for each row, in the same order, whether `present` would show it. It is cheaper than `present`. */
  checkVisibility: (rows: Row[]) => Promise<RowVisibility[]>;
  positionOf: (row: Row) => Position;
  /** Presents each row, in the same order. Undefined means that the viewer may not see it. */
  present: (rows: Row[]) => Promise<(Presented | undefined)[]>;
  /** False for a row that is only a placeholder. Without this function every presented row has content. */
  hasContent?: (presented: Presented) => boolean;
}

/** Whether a candidate is shown. `'placeholder'` means that it is shown without its content. */
type RowVisibility = boolean | 'placeholder';

export interface Candidates<Row> {
  rows: Row[];
  /** Whether there are no candidates after these. */
  isEnd: boolean;
}

/** How many times a page presents candidates before it only checks their visibility. */
const PRESENT_ROUNDS = 5;
/** Each round takes this many times as many candidates as the round before. */
const GROWTH_FACTOR = 4;
const MAX_PRESENTED_ROWS = 200;
/** Candidates in one visibility check. A check takes a few milliseconds, so other requests can run in between. */
const ROWS_PER_CHECK = 1_000;
/**
 * The most checks that a page with rows makes to learn whether there are more. If all these candidates are hidden, the page
 * says that there are more, and its cursor continues there. Only a page without rows passes the whole run.
 */
const MAX_CHECKS_BEHIND_ROWS = 50;
/** One point of the reader's budget of reads pays for this many hidden candidates. */
const HIDDEN_ROWS_PER_POINT = 5_000;
/** The most hidden candidates of one request. Behind more, the server refuses a page rather than send an empty one. */
const MAX_HIDDEN_ROWS = 1_000_000;

/**
 * Fills a page with the candidates that the viewer may see. It reads more candidates if some are hidden. It says that there are
 * more rows only if the viewer can see another one. So neither the end nor an empty page reveals hidden rows. The exception is a
 * page with rows before a run of 50,000 hidden candidates: it says that there are more without knowing it.
 */
export async function fillPage<Position, Row extends Position, Presented>(
  ctx: Pick<MemberContext, 'limiter' | 'viewer'>,
  page: Window<Position>,
  paging: Paging,
  listing: Listing<Position, Row, Presented>,
) {
  const charged = chargingForHiddenRows(ctx, listing);
  const { shown, last, hasMore, withContentBefore } = await collectRows(
    page,
    paging.limit,
    charged,
  );
  const position = last && listing.positionOf(last);
  const live = withContentBefore + shown.filter(listing.hasContent ?? (() => true)).length;
  const end = { count: shown.length, live, hasMore, position };
  return { shown, live, hasMore, ...paginationOf(end, paging, page) };
}

/** Wraps a listing so that each check charges the reader for hidden rows. Throws `unavailable` after too many of them. */
function chargingForHiddenRows<Position, Row extends Position, Presented>(
  { limiter, viewer }: Pick<MemberContext, 'limiter' | 'viewer'>,
  listing: Listing<Position, Row, Presented>,
): Listing<Position, Row, Presented> {
  let hidden = 0;
  let points = 0;
  return {
    ...listing,
    checkVisibility: async (rows) => {
      if (hidden >= MAX_HIDDEN_ROWS) throw new AppError('unavailable');
      const visibilities = await listing.checkVisibility(rows);
      hidden += visibilities.filter((visibility) => visibility === false).length;
      for (; points < Math.floor(hidden / HIDDEN_ROWS_PER_POINT); points += 1)
        await limiter.take('reads', viewer.id);
      return visibilities;
    },
  };
}

interface Collected<Row, Presented> {
  shown: Presented[];
  /** The last candidate that is shown or passed. The next page begins after it. */
  last: Row | null;
  hasMore: boolean;
  /** The number of live rows before the page. */
  withContentBefore: number;
}

async function collectRows<Position, Row extends Position, Presented>(
  page: Window<Position>,
  limit: number,
  listing: Listing<Position, Row, Presented>,
): Promise<Collected<Row, Presented>> {
  const start = await findStart(page, listing);
  const { withContentBefore } = start;
  const shown: Presented[] = [];
  let last: Row | null = null;
  if (start.isPastEnd) return { shown, last, hasMore: false, withContentBefore };
  let { after } = start;
  let wanted = page.limit;
  for (let round = 1; ; round += 1) {
    const { rows, isEnd } = await listing.list(after, wanted);
    const added = addVisible(shown, limit, rows, await listing.present(rows));
    last = added.last ?? last;
    if (added.isFull) return { shown, last, hasMore: true, withContentBefore };
    if (isEnd || rows.length === 0) return { shown, last, hasMore: false, withContentBefore };
    after = last ?? after;
    wanted = Math.max(wanted, Math.min(wanted * GROWTH_FACTOR, MAX_PRESENTED_ROWS));
    if (round % PRESENT_ROUNDS > 0) continue;
    const skip = shown.length > 0 ? skipHiddenBehindRows : skipHidden;
    const skipped: Skipped<Row> = await skip(after, listing);
    last = skipped.last ?? last;
    if (skipped.isEnd || shown.length > 0)
      return { shown, last, hasMore: !skipped.isEnd, withContentBefore };
    // The next round begins with the visible row that was found.
    after = last;
    wanted = page.limit;
  }
}

/** Finds the position before the first row of a page. A page by its number skips the rows of earlier pages. */
async function findStart<Position, Row extends Position, Presented>(
  page: Window<Position>,
  listing: Listing<Position, Row, Presented>,
): Promise<{ after: Position | null; withContentBefore: number; isPastEnd: boolean }> {
  const isEmpty = page.limit === 0;
  if (page.offset === 0)
    return { after: page.after, withContentBefore: page.live, isPastEnd: isEmpty };
  const { last, live } = await skipVisible(page.offset, listing);
  return { after: last, withContentBefore: live, isPastEnd: isEmpty || last === null };
}

/** Adds the visible rows to `shown`, up to `limit`. `isFull` tells that another visible row follows `last`. */
function addVisible<Row, Presented>(
  shown: Presented[],
  limit: number,
  rows: Row[],
  presented: (Presented | undefined)[],
): { last: Row | null; isFull: boolean } {
  let last: Row | null = null;
  for (const [index, row] of rows.entries()) {
    const one = presented[index];
    if (one !== undefined && shown.length === limit) return { last, isFull: true };
    if (one !== undefined) shown.push(one);
    last = row;
  }
  return { last, isFull: false };
}

interface Skipped<Row> {
  /** The candidate before the first visible one. Null if the first candidate is visible. */
  last: Row | null;
  isEnd: boolean;
}

/** Skips candidates up to the first visible one, in at most `maxChecks` checks. */
async function skipHidden<Position, Row extends Position, Presented>(
  from: Position | null,
  { list, checkVisibility }: Listing<Position, Row, Presented>,
  maxChecks = Infinity,
): Promise<Skipped<Row>> {
  let last: Row | null = null;
  for (let check = 0; check < maxChecks; check += 1) {
    const { rows, isEnd }: Candidates<Row> = await list(last ?? from, ROWS_PER_CHECK);
    const visibilities = await checkVisibility(rows);
    const first = visibilities.findIndex((visibility) => visibility !== false);
    if (first >= 0) return { last: rows[first - 1] ?? last, isEnd: false };
    last = rows.at(-1) ?? last;
    if (isEnd || rows.length === 0) return { last, isEnd: true };
  }
  return { last, isEnd: false };
}

/** `skipHidden` for a page that has rows. The server sends these rows also if the reader's budget is spent. */
async function skipHiddenBehindRows<Position, Row extends Position, Presented>(
  from: Position | null,
  listing: Listing<Position, Row, Presented>,
): Promise<Skipped<Row>> {
  try {
    return await skipHidden(from, listing, MAX_CHECKS_BEHIND_ROWS);
  } catch (error) {
    const isSpent =
      error instanceof AppError && ['rate_limited', 'unavailable'].includes(error.code);
    if (isSpent) return { last: null, isEnd: false };
    throw error;
  }
}

/** Skips `count` visible rows. Returns the last of them, or null if there are fewer, and how many of them are live. */
async function skipVisible<Position, Row extends Position, Presented>(
  count: number,
  { list, checkVisibility }: Listing<Position, Row, Presented>,
): Promise<{ last: Row | null; live: number }> {
  let left = count;
  let live = 0;
  let after: Row | null = null;
  for (let wanted = left; ; wanted = Math.max(left, wanted * GROWTH_FACTOR)) {
    const { rows, isEnd }: Candidates<Row> = await list(after, Math.min(wanted, ROWS_PER_CHECK));
    const visibilities = await checkVisibility(rows);
    for (const [index, row] of rows.entries()) {
      after = row;
      if (visibilities[index] !== false) left -= 1;
      if (visibilities[index] === true) live += 1;
      if (left === 0) return { last: after, live };
    }
    if (isEnd || rows.length === 0) return { last: null, live };
  }
}

/** Returns how many of the counted rows are hidden from the viewer. Only the last page knows this. Others return 0. */
export function notShown(
  counter: number,
  { live, hasMore }: { live: number; hasMore: boolean },
): number {
  return hasMore ? 0 : Math.max(0, counter - live);
}

/** Cuts the extra row of a query that reads one row more than `wanted` to learn whether there are more. */
export function cutExtraRow<Row>(wanted: number, found: Row[]): Candidates<Row> {
  return { rows: found.slice(0, wanted), isEnd: found.length <= wanted };
}
