import { expect, test } from 'vitest';
import { id, MAX_LIMIT, MAX_PAGE, paging } from './wire.ts';

test.each([
  [{}, 1, 10],
  [{ page: '3', limit: '20' }, 3, 20],
  [{ page: 3, limit: 20 }, 3, 20],
  [{ page: '0', limit: '0' }, 1, 1],
  [{ page: '-5', limit: '-5' }, 1, 1],
  [{ page: '1000000000', limit: '1000000000' }, MAX_PAGE, MAX_LIMIT],
  [{ page: ' 2 ', limit: ' 5' }, 2, 5],
  [{ page: '1e3', limit: '0x10' }, 1, 10],
  [{ page: 'NaN', limit: 'Infinity' }, 1, 10],
  [{ page: '', limit: ' ' }, 1, 10],
  [{ page: 'null', limit: null }, 1, 10],
  [{ page: ['1', '2'], limit: {} }, 1, 10],
  [{ page: '1.5', limit: 2.9 }, 1, 2],
  [{ page: NaN, limit: Infinity }, 1, 10],
  [{ page: '9'.repeat(400), limit: true }, 1, 10],
  [{ page: undefined, limit: undefined }, 1, 10],
])('%j reads as page %i of %i', (query, page, limit) => {
  expect(paging.parse(query)).toMatchObject({ page, limit });
});

test('an id is a UUID in lower case', () => {
  expect(id.parse('01890A5D-AC96-774B-BCCE-B302099A8057')).toBe(
    '01890a5d-ac96-774b-bcce-b302099a8057',
  );
  for (const bad of [
    '',
    '1',
    '01890a5dac96774bbcceb302099a8057',
    '{01890a5d-ac96-774b-bcce-b302099a8057}',
    ' 01890a5d-ac96-774b-bcce-b302099a8057',
    7,
    null,
  ]) {
    expect(id.safeParse(bad).success).toBe(false);
  }
});
