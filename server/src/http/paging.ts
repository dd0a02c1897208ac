import { z } from 'zod';
import { AppError } from '@roost/contract/errors';
import { MAX_PAGE, type Pagination, type Paging } from '@roost/contract/wire';

/** A page number leads no further than this many rows into a list, since all before it are read; a cursor to the end. As many as `MAX_PAGE` of the usual size. */
const DEEPEST = 10_000;

/**
 * What a page was asked for, as a query wants it: one row more than the page, so that the end is seen without
 * counting. A cursor goes on after a row; a page number skips, and past the last one there is nothing to read.
 */
export interface Window<Place> {
  after: Place | null;
  offset: number;
  limit: number;
  /** Rows of the list before this page. */
  passed: number;
}

/** A moment as PostgreSQL writes it, kept to the microsecond in cursors; its offset is that of the connection it came by. */
export const timeText = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/);

export function windowOf<Place>(paging: Paging, place: z.ZodType<Place>): Window<Place> {
  const limit = paging.limit + 1;
  if (!paging.cursor) {
    const passed = (paging.page - 1) * paging.limit;
    if (paging.page > lastPageOf(paging)) return { after: null, offset: 0, limit: 0, passed };
    return { after: null, offset: passed, limit, passed };
  }
  const { after, passed } = decode(paging.cursor, cursorOf(place));
  return { after, offset: 0, limit, passed };
}

/** By what they lead on from: making one takes longer than reading a cursor with it. */
const cursors = new WeakMap<z.ZodType, z.ZodType>();

function cursorOf<Place>(place: z.ZodType<Place>) {
  const make = () => z.object({ after: place, passed: z.int().min(0) });
  const known = cursors.get(place) as ReturnType<typeof make> | undefined;
  if (known) return known;
  const made = make();
  cursors.set(place, made);
  return made;
}

/** The last page that can be asked for by its number. */
function lastPageOf({ limit }: Paging): number {
  return Math.min(MAX_PAGE, Math.floor(DEEPEST / limit));
}

/**
 * Cuts the extra row off and tells how the list goes on. The totals are bounds that are right at the end; counting
 * the whole list would cost more than the page.
 */
export function pageOf<Row, Place>(
  found: Row[],
  paging: Paging,
  page: Window<Place>,
  placeOf: (last: Row) => Place,
): { rows: Row[]; pagination: Pagination; total: number } {
  const hasMore = found.length > paging.limit;
  const rows = hasMore ? found.slice(0, paging.limit) : found;
  const last = rows.at(-1);
  const place = last === undefined ? null : placeOf(last);
  return { rows, ...paginationOf({ count: rows.length, hasMore, place }, paging, page) };
}

/** How a list goes on after a page of `count` rows, the last of which has this place. */
export function paginationOf<Place>(
  { count, hasMore, place }: { count: number; hasMore: boolean; place: Place | null },
  paging: Paging,
  { passed }: Window<Place>,
): { pagination: Pagination; total: number } {
  const total = passed + count;
  const currentPage = Math.floor(passed / paging.limit) + 1;
  const isPastTheEnd = count === 0 && !hasMore && currentPage > 1;
  return {
    total: hasMore ? total + 1 : total,
    pagination: {
      currentPage,
      totalPages: Math.min(
        lastPageOf(paging),
        currentPage + Number(hasMore) - Number(isPastTheEnd),
      ),
      nextCursor: hasMore && place !== null ? encode({ after: place, passed: total }) : null,
    },
  };
}

function encode(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function decode<T>(cursor: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new AppError('bad_input', { message: 'This cursor is not one of ours.' });
  }
}
