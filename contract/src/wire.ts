import { z } from 'zod';

/** An opaque, time-ordered id (UUIDv7), compared as written once here. A param of the wrong form is a 404. */
export const id = z.uuid().toLowerCase();
export const time = z.iso.datetime();

/** The usual envelope (contract §1). */
export function success<T extends z.ZodType>(data: T) {
  return z.object({ status: z.literal('success'), data, message: z.string().optional() });
}

/** A success that has only words to say. */
export const done = z.object({ status: z.literal('success'), message: z.string() });

/** Absent, null or nonsense reads as the default; numbers out of range are held to it (contract §1). */
export function pageNumber(fallback: number, max: number) {
  return z
    .preprocess((value) => {
      const number =
        typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number)) return fallback;
      return Math.min(max, Math.max(1, Math.trunc(number)));
    }, z.int().min(1).max(max))
    .optional()
    .default(fallback);
}

/** The largest a stored number can be. */
export const MAX_NUMBER = 2_147_483_647;

export const MAX_PAGE = 1_000;
export const MAX_LIMIT = 50;

export const paging = z.object({
  page: pageNumber(1, MAX_PAGE),
  limit: pageNumber(10, MAX_LIMIT),
  cursor: z.string().max(500).optional(),
});
export type Paging = z.output<typeof paging>;

export const pagination = z.object({
  currentPage: z.int(),
  totalPages: z.int(),
  nextCursor: z.string().nullable(),
});
export type Pagination = z.output<typeof pagination>;

/** A form field that may come more than once: absent, one value or several, always an array here. */
export function repeated<T extends z.ZodType>(item: T, most: number) {
  return z
    .preprocess(
      (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
      z.array(item).max(most),
    )
    .optional()
    .default([]);
}
