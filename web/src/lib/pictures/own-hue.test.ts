import { expect, test } from 'vitest';
import { ownHue } from './own-hue.ts';

/** Ids as the server makes them. Ids of the same moment share their first digits. */
const idOf = (n: number) => `01a206b8-af97-71ca-b712-${n.toString(16).padStart(12, '0')}`;

test('a person has a stable hue, and people with close ids have different ones', () => {
  expect(ownHue(idOf(1))).toBe(ownHue(idOf(1)));
  const counts = new Map<number, number>();
  for (let n = 0; n < 2400; n += 1)
    counts.set(ownHue(idOf(n)), (counts.get(ownHue(idOf(n))) ?? 0) + 1);
  expect(counts.size).toBe(24);
  for (const count of counts.values()) expect(count).toBeLessThan(200);
});
