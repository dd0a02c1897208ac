import { beforeAll, expect, test } from 'vitest';
import { Drill, flipBit, textsOf } from './support/drill.ts';

// Faults that show only after all files are restored and PostgreSQL has started.

let drill: Drill;
beforeAll(async () => void (drill = await Drill.run()), 300_000);

test('a damaged or missing segment of the WAL ends the restore', async () => {
  const [first = '', second = ''] = drill.segments();
  await drill.change(second, flipBit);
  expect(await drill.refusal({ until: 'latest' })).toBe(
    `The WAL cannot be read: ${second} is damaged (invalid tag).`,
  );
  await drill.change(first, () => undefined);
  expect(await drill.refusal({ until: drill.between })).toMatch(
    /^The archive lacks the WAL segment/,
  );
});

test('a flipped bit in the WAL of the backup ends the restore', async () => {
  const path = drill.pathOf(/^database\/pg_wal\//);
  await drill.change(path, flipBit);
  expect(await drill.refusal({})).toContain(`${path} in ${drill.target} is damaged`);
});

test('a time after the end of the archive is refused', async () => {
  const until = new Date(Date.now() + 86_400_000);
  expect(await drill.refusal({ until })).toMatch(/^The archived WAL ends before/);
});

test('the end of the archive has every write', async () => {
  const { roost } = await drill.restored({ until: 'latest' });
  const texts = await textsOf(roost);
  expect(texts.has('after the moment')).toBe(true);
  expect(drill.acknowledged.filter(({ text }) => !texts.has(text))).toEqual([]);
});
