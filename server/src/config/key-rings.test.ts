import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { KeyRings } from './key-rings.ts';

const DAY_MS = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'roost-keys-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

function ringsIn(dataFolder: string, env: Record<string, string> = {}): KeyRings {
  return new KeyRings(readConfig({ ROOST_DATA: dataFolder, ...env }));
}

test('makes a key the first time, and finds it again', () => {
  const data = folder();
  const { current, all } = ringsIn(data).of('cursor-key');
  expect(current).toMatch(/^[\w-]{43}$/);
  expect(all).toEqual([current]);
  expect(ringsIn(data).of('cursor-key').current).toBe(current);
});

test('a key is not used before its begin, and opens nothing after its end', () => {
  const data = folder();
  writeFileSync(
    join(data, 'cursor-key'),
    `third from ${at(1)}\nsecond from ${at(-1)} until ${at(9)}\nfirst until ${at(-1)}\n`,
  );
  const ring = ringsIn(data).of('cursor-key');
  expect(ring.current).toBe('second');
  expect(ring.all).toEqual(['third', 'second']);
});

test('a rotation writes a file that only its owner can read, without the ended keys', () => {
  const data = folder();
  const file = join(data, 'cursor-key');
  writeFileSync(file, `second\nfirst until ${at(-1)}\n`);
  const rings = ringsIn(data);
  rings.rotate('cursor-key', Date.now() + DAY_MS);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^[\w-]{43} from \S+$/);
  expect(lines[1]).toMatch(/^second until \S+$/);
});

test('an old key keeps its end when another rotation follows', () => {
  const data = folder();
  const end = at(1);
  writeFileSync(join(data, 'cursor-key'), `second\nfirst until ${end}\n`);
  ringsIn(data).rotate('cursor-key', Date.now() + 9 * DAY_MS);
  expect(readFileSync(join(data, 'cursor-key'), 'utf8')).toContain(`first until ${end}\n`);
});

test('another process reads a rotated key after it reloads', () => {
  const data = folder();
  const [one, other] = [ringsIn(data), ringsIn(data)];
  const ring = other.of('cursor-key');
  one.rotate('cursor-key', undefined);
  expect(ring.all).toHaveLength(1);
  other.reload();
  expect(ring.all).toEqual(one.of('cursor-key').all);
});

const store = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key of the store' };

test('nodes with an object store derive their keys from its key, or from SHARED_SECRET', () => {
  const data = folder();
  const before = ringsIn(data, store).of('cursor-key');
  const adopted = ringsIn(data, { ...store, SHARED_SECRET: 'key of the store' }).of('cursor-key');
  expect(adopted.all).toEqual(before.all);
  const both = { ...store, SHARED_SECRET: 'a new secret, key of the store' };
  const rotated = ringsIn(data, both).of('cursor-key');
  expect(rotated.all).toHaveLength(2);
  expect(rotated.all[1]).toBe(before.current);
  expect(rotated.current).toBe(rotated.all[0]);
  expect(ringsIn(data, both).of('media-key').current).not.toBe(rotated.current);
});
