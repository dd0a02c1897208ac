import { z } from 'zod';

/** An opaque id (UUIDv7, ordered by time) in lower case. A path parameter of another form gives 404. */
export const id = z.uuid().toLowerCase();
export const time = z.iso.datetime();

/** The usual envelope of an answer. */
export function success<T extends z.ZodType>(data: T) {
  return z.object({ status: z.literal('success'), data, message: z.string().optional() });
}

/** A success with only a text for people. */
export const done = z.object({ status: z.literal('success'), message: z.string() });

/** A page number. An absent or invalid value becomes the default. A value out of range becomes the nearest valid one. */
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

/** The largest number that the database can store. */
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

/** On a list's last page: the number of counted rows that a block hides from the viewer. Otherwise 0. */
export const notShown = z.int().min(0);

/** A form field with any number of values. Parses to an array. */
export function repeated<T extends z.ZodType>(item: T, most: number) {
  return z
    .preprocess(
      (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
      z.array(item).max(most),
    )
    .optional()
    .default([]);
}
