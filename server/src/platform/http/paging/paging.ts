import { z } from 'zod';
import { AppError } from '@roost/contract/errors';
import { MAX_PAGE, type Pagination, type Paging } from '@roost/contract/wire';
import type { MemberContext } from '../../../kernel/context.ts';

/** The deepest row that a page number reaches, because the server reads all rows before it. A cursor reaches every row. */
const MAX_ROW_DEPTH = 10_000;

/**
 * The rows that a query reads for a page. It reads one extra row, which tells whether there are more. A cursor continues
 * after a row. A page number skips rows. After the last page number the range is empty.
 */
export interface RowRange<Position> {
  after: Position | null;
  offset: number;
  limit: number;
}

type Passed = Pick<Window<never>, 'passed' | 'live'>;

/** The requested page of one list for one viewer. */
export interface Window<Position> extends RowRange<Position> {
  /** Rows of the list before this page. */
  passed: number;
  /** How many of them have content. The others are placeholders. */
  live: number;
  /** Makes the cursor that continues after a row. It opens only for this viewer and this list. */
  seal(after: Position, before: Passed): string;
}

/** A timestamp as PostgreSQL writes it, so cursors keep microseconds. The offset depends on the connection. */
export const timeText = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/);

/**
 * Reads the requested page. `list` has the list's name and the parameters that identify it, such as the person or the
 * query. Throws `bad_input` for a cursor of another list or viewer.
 */
export function windowOf<Position>(
  ctx: MemberContext,
  paging: Paging,
  position: z.ZodType<Position>,
  ...list: [string, ...string[]]
): Window<Position> {
  const limit = paging.limit + 1;
  const seal = (after: Position, { passed, live }: Passed) =>
    ctx.cursors.seal({ after, passed, live }, ctx.viewer.id, list);
  if (!paging.cursor || paging.cursor === 'null') {
    const passed = (paging.page - 1) * paging.limit;
    if (paging.page > lastPageOf(paging))
      return { after: null, offset: 0, limit: 0, passed, live: 0, seal };
    return { after: null, offset: passed, limit, passed, live: 0, seal };
  }
  const { after, passed, live } = open(ctx, paging.cursor, cursorOf(position), list);
  return { after, offset: 0, limit, passed, live, seal };
}

/** The cursor schema for each position schema. Making a schema takes longer than parsing a cursor with it. */
const cursors = new WeakMap<z.ZodType, z.ZodType>();

function cursorOf<Position>(position: z.ZodType<Position>) {
  const make = () => z.object({ after: position, passed: z.int().min(0), live: z.int().min(0) });
  const known = cursors.get(position) as ReturnType<typeof make> | undefined;
  if (known) return known;
  const made = make();
  cursors.set(position, made);
  return made;
}

/** The highest page number that the server answers. */
function lastPageOf({ limit }: Paging): number {
  return Math.min(MAX_PAGE, Math.floor(MAX_ROW_DEPTH / limit));
}

/**
 * Cuts the extra row and makes the pagination. The totals are lower bounds, and exact on the last page, because counting
 * the whole list would cost more than the page.
 */
export function pageOf<Row, Position>(
  found: Row[],
  paging: Paging,
  page: Window<Position>,
  positionOf: (last: Row) => Position,
): { rows: Row[]; pagination: Pagination; total: number } {
  const hasMore = found.length > paging.limit;
  const rows = hasMore ? found.slice(0, paging.limit) : found;
  const last = rows.at(-1);
  const position = last === undefined ? null : positionOf(last);
  const live = page.passed + rows.length;
  return { rows, ...paginationOf({ count: rows.length, live, hasMore, position }, paging, page) };
}

/** Makes the pagination after a page of `count` rows that ends at `position`. `live` counts from the list's start. */
export function paginationOf<Position>(
  {
    count,
    live,
    hasMore,
    position,
  }: { count: number; live: number; hasMore: boolean; position: Position | null },
  paging: Paging,
  page: Window<Position>,
): { pagination: Pagination; total: number } {
  const { passed } = page;
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
      nextCursor:
        hasMore && position !== null ? page.seal(position, { passed: total, live }) : null,
    },
  };
}

function open<T>(ctx: MemberContext, cursor: string, schema: z.ZodType<T>, list: string[]): T {
  try {
    return schema.parse(ctx.cursors.open(cursor, ctx.viewer.id, list));
  } catch {
    throw new AppError('bad_input', { message: 'This cursor does not belong to this list.' });
  }
}
