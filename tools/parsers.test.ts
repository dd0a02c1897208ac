import { expect, test } from 'vitest';
import { findParsers, MOST } from './parsers.ts';

/** `tools/linear-cost.long.test.ts` measures them. This test only keeps the search for them alive. */
test('every exported parser is found and takes a text', async () => {
  const parsers = await findParsers();
  for (const [name, parse] of Object.entries(parsers)) expect(() => parse('a'), name).not.toThrow();
  const names = Object.keys(parsers).map((name) => name.split(' ').at(-1));
  for (const name of [
    'textParts',
    'parseSearch',
    'readLink',
    'findEntities',
    'kindOf',
    'linksBack',
  ])
    expect(names).toContain(name);
  for (const name of Object.keys(MOST)) expect(parsers).toHaveProperty([name]);
  expect(Object.keys(parsers).length).toBeGreaterThan(200);
});
