import { expect, test } from 'vitest';

import { AppError } from '@roost/contract/errors';
import { Limiter } from '../limits/rate-limiter.ts';
import type { Window } from './paging.ts';
import { fillPage } from './fill-page.ts';

const viewer = {
  id: 'reader',
  sessionId: 'none',
  tokenHash: 'none',
  tier: 'free',
  role: 'member',
  isEmailVerified: true,
  hasMutes: false,
} as const;
const paging = { page: 1, limit: 10, cursor: undefined };
const page = { after: null, offset: 0, limit: 11, passed: 0, live: 0, seal: () => 'a cursor' };

type Row = number;

/** Reads a page of the numbers up to `end`. Only the last one is visible, and the first ones up to `seen`. */
async function readTo(
  end: Row,
  limiter: Limiter,
  {
    seen = 0,
    isEndSeen = true,
    ...window
  }: Partial<Window<Row>> & { seen?: Row; isEndSeen?: boolean } = {},
) {
  let asked = 0;
  const isSeen = (row: Row) => (isEndSeen && row === end) || row <= seen;
  const found = fillPage<Row, Row, Row>({ limiter, viewer }, { ...page, ...window }, paging, {
    list: async (after, wanted) => {
      asked += 1;
      const from = (after ?? 0) + 1;
      const rows = Array.from({ length: Math.min(wanted, end - from + 1) }, (_, n) => from + n);
      return { rows, isEnd: rows.at(-1) === end };
    },
    positionOf: (row) => row,
    present: async (rows) => rows.map((row) => (isSeen(row) ? row : undefined)),
    checkVisibility: async (rows) => rows.map(isSeen),
  });
  return { found: await found, asked };
}

const taken = async (limiter: Limiter) => {
  const { limit, remaining } = (await limiter.take('reads', viewer.id))!;
  return limit - remaining - 1;
};

test('finds a row after fifty thousand hidden ones, in steps of a thousand', async () => {
  const { found, asked } = await readTo(50_000, new Limiter(false));
  expect(found).toMatchObject({ shown: [50_000], hasMore: false });
  expect(asked).toBeLessThan(60);
});

test('passes a million hidden rows in one request and charges their reader', async () => {
  const limiter = new Limiter(true);
  const { found, asked } = await readTo(1_000_000, limiter);
  expect(found).toMatchObject({ shown: [1_000_000], hasMore: false });
  expect(asked).toBeLessThan(1_010);
  // 200 points minus one, because the first candidates are presented and cost nothing.
  expect(await taken(limiter)).toBe(199);
});

test('refuses a page behind a longer run instead of an empty page', async () => {
  const read = readTo(1_002_000, new Limiter(true));
  await expect(read).rejects.toMatchObject({ code: 'unavailable' });
});

test('a page with rows ends before a long run, and its cursor continues there', async () => {
  const limiter = new Limiter(true);
  const positions: Row[] = [];
  const seal = (position: Row) => {
    positions.push(position);
    return 'a cursor';
  };
  const first = await readTo(900_000, limiter, { seen: 3, seal });
  expect(first.found).toMatchObject({ shown: [1, 2, 3], hasMore: true });
  expect(first.asked).toBeLessThan(60);
  const second = await readTo(900_000, limiter, { seen: 3, after: positions[0]! });
  expect(second.found).toMatchObject({ shown: [900_000], hasMore: false });
});

test('a page with rows finds the end behind forty thousand hidden rows', async () => {
  const { found } = await readTo(40_000, new Limiter(true), { seen: 3, isEndSeen: false });
  expect(found).toMatchObject({ shown: [1, 2, 3], hasMore: false });
});

test('a reader with a spent budget still gets the rows before a long run', async () => {
  const limiter = new Limiter(true);
  for (let n = 0; n < 4; n += 1) await readTo(990_000, limiter).catch(() => {});
  await expect(limiter.take('reads', viewer.id)).rejects.toMatchObject({ code: 'rate_limited' });
  const { found } = await readTo(900_000, limiter, { seen: 3 });
  expect(found).toMatchObject({ shown: [1, 2, 3], hasMore: true });
});

test('finds a page number after many hidden rows', async () => {
  const { found, asked } = await readTo(40_000, new Limiter(false), { offset: 1 });
  expect(asked).toBeLessThan(60);
  // The only visible row is on the page before.
  expect(found).toMatchObject({ shown: [], hasMore: false });
});

test('a page number behind a million hidden rows is found', async () => {
  const { found } = await readTo(1_000_000, new Limiter(false), { seen: 10, offset: 10 });
  expect(found).toMatchObject({ shown: [1_000_000], hasMore: false });
});

test('requests that pass many hidden rows spend their sender’s budget of reads', async () => {
  const limiter = new Limiter(true);
  const refused: unknown[] = [];
  for (let n = 0; n < 65; n += 1)
    await readTo(51_000, limiter).catch((error: unknown) => refused.push(error));
  // A budget of 600 is enough for 60 times 10 points.
  expect(refused).toHaveLength(5);
  for (const error of refused) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'rate_limited' });
  }
});
