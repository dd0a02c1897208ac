import { createHash, randomBytes } from 'node:crypto';
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { startAppForTest, withJobs } from '../../../test/support/app.ts';
import { castOf } from '../../../test/support/cast.ts';
import { fileOf, noise, pathOf, postWith, sendPost } from '../../../test/support/media.ts';
import { startObjectStore, type ObjectStore } from '../../../test/support/object-store.ts';
import { videoOf } from '../../../test/support/videos.ts';
import { FolderStorage } from './folder-storage.ts';
import { S3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

let folder: string;
let store: ObjectStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roost-storage-'));
  store = await startObjectStore(join(folder, 's3'));
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const kinds: [string, () => Storage][] = [
  ['a folder', () => new FolderStorage(join(folder, 'files'))],
  [
    'S3',
    () =>
      new S3Storage({
        endpoint: store.endpoint,
        region: 'us-east-1',
        bucket: 'roost',
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
        forcePathStyle: true,
      }),
  ],
];

describe.each(kinds)('%s', (_, open) => {
  let storage: Storage;
  beforeAll(() => {
    storage = open();
  });

  async function draft(bytes: Uint8Array): Promise<string> {
    const path = join(folder, randomBytes(8).toString('hex'));
    await writeFile(path, bytes);
    return path;
  }
  const file = (name: string, bytes: Uint8Array) => ({
    name,
    type: 'image/webp',
    bytes: bytes.length,
  });
  const read = async (...input: Parameters<Storage['read']>) =>
    Buffer.concat(await (await storage.read(...input)).toArray());

  test('stores a file, reads it whole or in ranges, and removes the draft', async () => {
    const id = newId();
    const bytes = randomBytes(100_000);
    const path = await draft(bytes);
    await storage.put(id, file('a.webp', bytes), path);
    await expect(access(path)).rejects.toThrow();
    expect((await read(id, 'a.webp')).equals(bytes)).toBe(true);
    expect((await read(id, 'a.webp', { start: 10, end: 19 })).equals(bytes.subarray(10, 20))).toBe(
      true,
    );
    expect(await storage.exists(id, 'a.webp')).toBe(true);
    expect(await storage.exists(id, 'b.webp')).toBe(false);
  });

  test('stores a file of many parts unchanged', async () => {
    const id = newId();
    const bytes = randomBytes(20 * 1_048_576 + 7);
    await storage.put(id, file('video.mp4', bytes), await draft(bytes));
    const kept = createHash('sha256')
      .update(await read(id, 'video.mp4'))
      .digest('hex');
    expect(kept).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('deletes one file, all files, and missing files', async () => {
    const id = newId();
    for (const name of ['a.webp', 'b.webp', 'c.webp'])
      await storage.put(id, file(name, randomBytes(9)), await draft(randomBytes(9)));
    await storage.delete(id, ['a.webp', 'x.webp']);
    const there = async () =>
      Promise.all(['a', 'b', 'c'].map(async (name) => storage.exists(id, `${name}.webp`)));
    expect(await there()).toEqual([false, true, true]);
    await storage.delete(id);
    await storage.delete(id);
    expect(await there()).toEqual([false, false, false]);
    await expect(read(id, 'a.webp')).rejects.toThrow();
  });

  test('lists each medium once, with its time', async () => {
    const id = newId();
    for (const name of ['a.webp', 'b.webp'])
      await storage.put(id, file(name, randomBytes(9)), await draft(randomBytes(9)));
    const found: { id: string; writtenAt: Date }[] = [];
    for await (const each of storage.list()) if (each.id === id) found.push(each);
    expect(found).toHaveLength(1);
    expect(Math.abs(Date.now() - (found[0]?.writtenAt.getTime() ?? 0))).toBeLessThan(60_000);
  });
});

describe('the application on S3', () => {
  test('posts media, and redirects to signed URLs by the same rules', async () => {
    const app = await startAppForTest({ ...withJobs, ...store.env });
    const { alice, bob } = await castOf(app);
    const files = [await fileOf('a.png', noise(400, 300).png()), await videoOf('mp4')];
    const post = await postWith(alice, { visibility: 'followers' }, files);
    expect(await readdir(join(app.dataFolder, 'media'))).toEqual(['incoming']);
    for (const { url } of post.media) {
      for (const client of [bob.client, app.client()])
        expect((await client.fetch(pathOf(url))).status).toBe(403);
      const response = await alice.client.fetch(pathOf(url));
      expect(response.status).toBe(302);
      expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d{1,3}$/);
      const location = new URL(String(response.headers.get('location')));
      expect(location.origin).toBe(store.endpoint);
      expect(Number(location.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(300);
      const kept = await fetch(location);
      expect([kept.status, kept.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^(image\/webp|video\/mp4)$/),
      ]);
      expect((await kept.arrayBuffer()).byteLength).toBeGreaterThan(100);
      const head = await alice.client.fetch(pathOf(url), { method: 'HEAD' });
      expect(head.status).toBe(200);
    }
    const page = await alice.client.fetch('/live');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain(`img-src 'self' data: blob: ${store.endpoint};`);
    expect(policy).toContain(`media-src 'self' blob: ${store.endpoint};`);
    await alice.call(posts.deletePost, { params: { postId: post._id } });
    const id = post.media[0]?._id as string;
    await expect
      .poll(async () => app.ctx.media.storage.exists(id, '320.webp'), { timeout: 10_000 })
      .toBe(false);
  });

  test('is unavailable without the store, and leaves no files', async () => {
    const app = await startAppForTest({
      ...withJobs,
      ...store.env,
      S3_ENDPOINT: 'http://127.0.0.1:9',
    });
    const { alice } = await castOf(app);
    const response = await sendPost(alice, {}, [await fileOf('a.png', noise(40, 30).png())]);
    expect(response.status).toBe(503);
    expect(await readdir(join(app.dataFolder, 'media', 'incoming'))).toEqual([]);
  });
});
