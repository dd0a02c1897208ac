import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../../server/src/config/start-error.ts';
import { FolderTarget } from '../../server/src/platform/backup/folder-target.ts';
import { assertKeyFits, makeKey, readKey } from '../../server/src/platform/backup/key-file.ts';
import type { Entry } from './manifest.ts';
import { readManifest, writeManifest } from './manifest.ts';
import { readObject } from './read-object.ts';
import { storeFile } from './store-file.ts';
import { unpackStored, verifyStored } from './stored-files.ts';
import { manifestOf } from './support/manifest-of.ts';
import { openFolder, removeFolder } from './support/test-roost.ts';

/** Loses the connection in the middle of an object so many times, as an object store does. */
class LosingTarget extends FolderTarget {
  losses = 0;

  override async get(path: string): Promise<Readable> {
    const stored = await super.get(path);
    if (this.losses === 0) return stored;
    this.losses -= 1;
    return Readable.from(
      (async function* () {
        for await (const chunk of stored) {
          yield (chunk as Buffer).subarray(0, 100);
          throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
        }
      })(),
    );
  }
}

async function newTarget(): Promise<LosingTarget> {
  const folder = await openFolder();
  onTestFinished(async () => removeFolder(folder));
  return new LosingTarget(folder);
}

const content = randomBytes(100_000);

async function stored(target: LosingTarget, recipient: string | null = null): Promise<Entry> {
  return storeFile(target, Readable.from([content]), {
    logicalPath: 'database/dump',
    path: 'backups/1/database/dump',
    isZipped: true,
    recipient,
  });
}

test('a lost connection does not end a restore, and is no damage', async () => {
  const target = await newTarget();
  const entry = await stored(target);
  target.losses = 2;
  await verifyStored(target, entry);
  target.losses = 2;
  const file = join(target.name, 'restored');
  await unpackStored(target, entry, null, file);
  expect((await readFile(file)).equals(content)).toBe(true);
});

test('a lost connection does not make a manifest a damaged one', async () => {
  const target = await newTarget();
  await writeManifest(target, manifestOf('2026-11-01T00-00-00-000Z', {}));
  target.losses = 1;
  expect(await readManifest(target, '2026-11-01T00-00-00-000Z')).toMatchObject({ site: '1' });
});

test('an object is read a few times, and the error then names the cause', async () => {
  const target = await newTarget();
  const { path } = await stored(target);
  target.losses = 3;
  await expect(readObject(target, path, async (from) => buffer(from), [0, 0])).rejects.toThrow(
    new StartError(`${path} in ${target.name} cannot be read (aborted).`),
  );
  expect(target.losses).toBe(0);
});

test('each key of a file opens the objects that are encrypted for it', async () => {
  const target = await newTarget();
  const keyFile = join(target.name, 'keys');
  const recipients: string[] = [];
  for (const name of ['old', 'new', 'lost'])
    recipients.push(await makeKey(join(target.name, name)));
  const [old = '', fresh = '', lost = ''] = recipients;
  const texts = ['old', 'new'].map((name) => readFileSync(join(target.name, name), 'utf8'));
  await writeFile(keyFile, texts.join(''));
  const identity = readKey(keyFile);

  for (const recipient of [old, fresh]) {
    await assertKeyFits(identity, recipient);
    const file = join(target.name, recipient);
    target.losses = 1;
    await unpackStored(target, await stored(target, recipient), identity, file);
    expect((await readFile(file)).equals(content)).toBe(true);
  }

  await expect(assertKeyFits(identity, lost)).rejects.toThrow('does not open the backup');
  const entry = await stored(target, lost);
  await expect(unpackStored(target, entry, identity, join(target.name, 'none'))).rejects.toThrow(
    `${entry.path} in ${target.name} cannot be decoded (no key opens it).`,
  );
});
