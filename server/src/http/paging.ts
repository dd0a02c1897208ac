import { AppError } from '@roost/contract/errors';
import type { Pagination, Paging } from '@roost/contract/wire';
import { z } from 'zod';

/**
 * What a page was asked for, as a query wants it: one row more than the page, so that the end is seen without
 * counting. A cursor goes on after a row; a page number skips.
 */
export interface Window<Place> {
  after: Place | null;
  offset: number;
  limit: number;
}

export function windowOf<Place>(paging: Paging, place: z.ZodType<Place>): Window<Place> {
  const after = paging.cursor ? decode(paging.cursor, place) : null;
  return { after, offset: after ? 0 : (paging.page - 1) * paging.limit, limit: paging.limit + 1 };
}

/** Cuts the extra row off and tells how the list goes on. */
export function pageOf<Row>(
  rows: Row[],
  paging: Paging,
  placeOf: (last: Row) => unknown,
): { rows: Row[]; pagination: Pagination } {
  const hasMore = rows.length > paging.limit;
  const kept = hasMore ? rows.slice(0, paging.limit) : rows;
  const last = kept.at(-1);
  return {
    rows: kept,
    pagination: {
      currentPage: paging.page,
      // A bound that is right at the end; counting the whole list would cost more than the page.
      totalPages: hasMore ? paging.page + 1 : paging.page,
      nextCursor: hasMore && last !== undefined ? encode(placeOf(last)) : null,
    },
  };
}

/** How many rows there are up to here, and one more when more follow. */
export function totalUpTo(paging: Paging, rows: number, hasMore: boolean): number {
  return (paging.page - 1) * paging.limit + rows + (hasMore ? 1 : 0);
}

function encode(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function decode<Place>(cursor: string, place: z.ZodType<Place>): Place {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new AppError('bad_input', { message: 'This cursor is not one of ours.' });
  }
}
