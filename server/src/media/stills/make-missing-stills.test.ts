import { truncate } from 'node:fs/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getPost } from '@roost/contract/posts';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import {
  animation,
  fileOf,
  mediaFiles,
  noise,
  pathOf,
  postWith,
  type TestFile,
} from '../../../test/support/media.ts';
import { recountUsage } from '../quota/recount-usage.ts';
import { findUsage } from '../quota/usage.queries.ts';
import type { StoredFile } from '../../platform/storage/storage.ts';
import { makeMissingStills } from './make-missing-stills.ts';

const app = await startAppForFile(withJobs);
const alice = await join(app, 'alice');

/** Posts a picture, and stores it as version 1.0.0 would have: without a still. Returns the ids of the post and the picture. */
async function postOfOldVersion(file: TestFile, by: Member = alice) {
  const { _id: postId, media } = await postWith(by, { content: 'old' }, [file]);
  const mediaId = media[0]!._id;
  const { files } = await rowOf(mediaId);
  await app.ctx.db
    .updateTable('media')
    .set({
      is_animated: null,
      files: JSON.stringify(files.filter(({ name }) => name !== 'poster.webp')),
    })
    .where('id', '=', mediaId)
    .execute();
  await app.ctx.media.storage.delete(mediaId, ['poster.webp']);
  await recountUsage(app.ctx);
  return { postId, mediaId };
}

async function rowOf(id: string): Promise<{ files: StoredFile[]; is_animated: boolean | null }> {
  return app.ctx.db
    .selectFrom('media')
    .select(['files', 'is_animated'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

const shownIn = async (postId: string) =>
  (await alice.call(getPost, { params: { postId } })).data.media[0]!;

test('a stored animation gets its still, which counts against the quota', async () => {
  const moving = await fileOf('a.gif', (await animation(5, 800, 600)).gif());
  const { postId, mediaId } = await postOfOldVersion(moving);
  expect(await shownIn(postId)).not.toHaveProperty('poster');
  const before = await findUsage(app.ctx, alice.id);

  await makeMissingStills(app.ctx);
  const media = await shownIn(postId);
  expect(media.variants?.map(({ width }) => width)).toEqual([320, 640]);
  const response = await alice.client.fetch(pathOf(media.poster));
  expect(response.status).toBe(200);
  const still = Buffer.from(await response.arrayBuffer());
  expect(await sharp(still).metadata()).toMatchObject({ width: 640, height: 480 });
  expect((await sharp(still).metadata()).pages).toBeUndefined();
  const after = await findUsage(app.ctx, alice.id);
  expect(after.storedBytes - before.storedBytes).toBe(still.length);
  expect((await rowOf(mediaId)).is_animated).toBe(true);
});

test('other pictures stay as they are, and nobody looks at them again', async () => {
  const small = await postOfOldVersion(await fileOf('s.png', noise(200, 100).png()));
  const large = await postOfOldVersion(await fileOf('l.jpg', noise(1_400, 700).jpeg()));
  const files = await Promise.all([small, large].map(async ({ mediaId }) => rowOf(mediaId)));
  await makeMissingStills(app.ctx);
  for (const [n, { mediaId }] of [small, large].entries())
    expect(await rowOf(mediaId)).toEqual({ files: files[n]?.files, is_animated: false });

  const read = vi.spyOn(app.ctx.media.storage, 'read');
  onTestFinished(() => read.mockRestore());
  await makeMissingStills(app.ctx);
  expect(read).not.toHaveBeenCalled();
});

test('a lost file, a broken one and one that cannot be read stop nobody', async () => {
  const moving = await fileOf('a.gif', (await animation(3, 100, 100)).gif());
  const lost = await postOfOldVersion(moving);
  await app.ctx.media.storage.delete(lost.mediaId);
  const broken = await postOfOldVersion(moving);
  const path = (await mediaFiles(app)).find((each) => each.includes(broken.mediaId));
  await truncate(String(path), 100);
  const away = await postOfOldVersion(moving);
  const last = await postOfOldVersion(moving);
  const { storage } = app.ctx.media;
  const read = storage.read.bind(storage);
  const failing = vi.spyOn(storage, 'read').mockImplementation(async (id, ...rest) => {
    if (id === away.mediaId) throw new Error('the store is away');
    return read(id, ...rest);
  });
  await expect(makeMissingStills(app.ctx)).rejects.toThrow('Some stills');
  failing.mockRestore();
  expect((await rowOf(lost.mediaId)).is_animated).toBe(false);
  expect((await rowOf(broken.mediaId)).is_animated).toBe(false);
  expect((await rowOf(last.mediaId)).is_animated).toBe(true);
  expect((await rowOf(away.mediaId)).is_animated).toBeNull();

  await makeMissingStills(app.ctx);
  expect((await rowOf(away.mediaId)).is_animated).toBe(true);
  expect((await mediaFiles(app)).some((path) => path.includes(`${away.mediaId}/poster`))).toBe(
    true,
  );
});

test('a full batch adds the job again, also after a failure', async () => {
  const { mediaId } = await postOfOldVersion(
    await fileOf('z.gif', (await animation(3, 100, 100)).gif()),
  );
  // Ids before that of the animation, so that it is in the second batch.
  const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const files = JSON.stringify([{ name: '320.webp', type: 'image/webp', bytes: 1, width: 1 }]);
  await sql`insert into media (id, owner_id, kind, width, height, files)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${alice.id}, 'image', 1, 1, ${files}::jsonb
    from generate_series(1, 500) as n`.execute(app.ctx.db);
  const { storage } = app.ctx.media;
  const exists = storage.exists.bind(storage);
  const failing = vi.spyOn(storage, 'exists').mockImplementation(async (id, name) => {
    if (id === idOf(1)) throw new Error('the store is away');
    return exists(id, name);
  });
  onTestFinished(() => failing.mockRestore());
  await expect(makeMissingStills(app.ctx)).rejects.toThrow('Some stills');
  await expect.poll(async () => (await rowOf(mediaId)).is_animated, { timeout: 20_000 }).toBe(true);
  expect((await rowOf(idOf(1))).is_animated).toBeNull();
});
