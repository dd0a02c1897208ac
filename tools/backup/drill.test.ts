import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { backUp } from './back-up.ts';
import { makeKey, readKey } from '../../server/src/platform/backup/key-file.ts';
import { restore } from './restore.ts';
import { Drill, flipBit, newFolder, textsOf } from './support/drill.ts';
import { settingsFor } from './support/test-roost.ts';

// A drill: back up a running Roost, destroy it, restore it, and look for everything. Then for one moment between two writes.

/** A restore writes a thousand files and starts a database twice. */
const RESTORE_MS = 120_000;
let drill: Drill;
beforeAll(async () => void (drill = await Drill.run()), RESTORE_MS);

test(
  'a restored Roost has each acknowledged write, opens pictures, and knows authenticator apps',
  async () => {
    const { roost, client, env } = await drill.restored();
    const texts = await textsOf(roost);
    const endedAt = Date.parse(drill.manifest.endedAt);
    const due = drill.acknowledged.filter(({ at }) => at < endedAt);
    expect(due.length).toBeGreaterThan(3);
    expect(due.filter(({ text }) => !texts.has(text))).toEqual([]);
    expect(texts.has('before the moment')).toBe(false);
    expect(await drill.openPicture(client)).toEqual(drill.picture);

    // The next backup is one of the same site, and copies no file of people again.
    const again = await backUp(settingsFor(env), env);
    expect(again).toMatchObject({ copiedMedia: 0, deletedBackups: 0 });
    expect(again.files).toBeGreaterThan(drill.manifest.files.length / 2);
  },
  RESTORE_MS,
);

test(
  'a restore reaches a moment between two writes',
  async () => {
    const { roost, client } = await drill.restored({ until: drill.between });
    const texts = await textsOf(roost);
    expect(texts.has('before the moment')).toBe(true);
    expect(texts.has('after the moment')).toBe(false);
    expect(await drill.openPicture(client)).toEqual(drill.picture);
  },
  RESTORE_MS,
);

describe('a restore that cannot work says why in one line, and leaves nothing', () => {
  test('another key, and no key', async () => {
    const keys = await newFolder();
    await makeKey(join(keys, 'other'));
    const other = readKey(join(keys, 'other'));
    expect(await drill.refusal({ identity: other })).toMatch('This key does not open the backup');
    expect(await drill.refusal({ identity: undefined })).toMatch('is encrypted. Name the file');
  });

  test.each([
    ['a file of the database', /^database\/base\//],
    ['a picture', /^media\//],
    ['a secret', /^secrets\/secret-key/],
  ])('a flipped bit in %s', async (_, logicalPath) => {
    const path = drill.pathOf(logicalPath);
    await drill.change(path, flipBit);
    expect(await drill.refusal({})).toContain(`${path} in ${drill.target} is damaged`);
  });

  test('a flipped bit in the manifest, and a manifest without its end', async () => {
    const path = `manifests/${drill.manifest.id}.ndjson.gz`;
    await drill.change(path, flipBit);
    expect(await drill.refusal({})).toMatch(/^The manifest of the backup .* is damaged/);
    const { files: _, ...head } = drill.manifest;
    await writeFile(join(drill.target, path), gzipSync(`${JSON.stringify(head)}\n`));
    expect(await drill.refusal({})).toMatch('its checksum is wrong');
  });

  test('a missing file', async () => {
    const path = drill.pathOf(/^media\//);
    await drill.change(path, () => undefined);
    expect(await drill.refusal({})).toBe(`${path} is missing in ${drill.target}.`);
  });

  test('missing WAL', async () => {
    const [first = '', ...others] = drill.segments();
    await drill.change(first, () => undefined);
    expect(await drill.refusal({ until: 'latest' })).toMatch(/^The archive lacks the WAL segment/);
    for (const path of others) await drill.change(path, () => undefined);
    expect(await drill.refusal({ until: 'latest' })).toMatch('has no WAL from after this backup');
  });

  test('a time before the backup', async () => {
    const until = new Date(Date.parse(drill.manifest.startedAt) - 1_000);
    expect(await drill.refusal({ until })).toMatch('which is after that time');
    expect(await drill.refusal({ until, backupId: undefined })).toMatch('ended before that time');
  });

  test('another kind of database, an unknown backup, and a target without one', async () => {
    const url = { DATABASE_URL: 'postgres://127.0.0.1:1/none', BACKUP_WAL: 'off' };
    expect(await drill.refusal({}, url)).toMatch('Restore it without DATABASE_URL');
    expect(await drill.refusal({ backupId: 'none' })).toMatch('has no backup none');
    const empty = { BACKUP_TO: await newFolder() };
    expect(await drill.refusal({ backupId: undefined }, empty)).toMatch('has no backup.');
  });
});

test('a restore never touches a folder with something in it', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'letter'), 'mine');
  const env = { ...drill.env, ROOST_DATA: folder };
  await expect(restore(settingsFor(env), { identity: drill.identity }, env)).rejects.toThrow(
    'is not empty: it has letter',
  );
  expect(readdirSync(folder)).toEqual(['letter']);
});
