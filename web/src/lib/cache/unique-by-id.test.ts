import { expect, test } from 'vitest';
import { uniqueById } from './unique-by-id.ts';

test('each id keeps its first row only', () => {
  const rows = [
    { _id: 'a', page: 1 },
    { _id: 'b', page: 1 },
    { _id: 'a', page: 2 },
    { _id: 'c', page: 2 },
  ];
  expect(uniqueById(rows).map(({ _id, page }) => _id + page)).toEqual(['a1', 'b1', 'c2']);
});
