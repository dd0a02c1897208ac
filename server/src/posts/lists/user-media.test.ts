import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import * as reposts from '@roost/contract/reposts';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, type Member } from '../../../test/support/cast.ts';
import { fileOf, noise, postWith } from '../../../test/support/media.ts';
import { markOldMedia } from './mark-media.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice: owner, bob: follower, carol: stranger, dan: blocked } = await castOf(app);
const picture = await fileOf('bird.png', noise(40, 30).png());

await follower.follow(owner);
const withPicture = async (
  content: string,
  fields: { visibility?: 'public' | 'followers'; parentPost?: string } = {},
) => postWith(owner, { content, ...fields }, [picture]);

const text = await owner.post('only text');
const open = await withPicture('open');
const closed = await withPicture('for followers', { visibility: 'followers' });
const comment = await withPicture('a comment', { parentPost: text._id });
await follower.post('somebody else’s');
await owner.call(reposts.repost, {
  params: { postId: (await postWith(follower, { content: 'reposted' }, [picture]))._id },
});
const newest = await withPicture('newest');
await owner.toggleBlock(blocked);

async function read(viewer: Member, query: { limit?: number; cursor?: string } = {}) {
  return (await viewer.call(posts.listUserMedia, { params: { userId: owner.id }, query })).data;
}
const listed = async () =>
  app.ctx.db
    .selectFrom('author_posts')
    .select(['post_id', 'has_media'])
    .where('author_id', '=', owner.id)
    .where('kind', '<>', 'repost')
    .execute();
const idsOf = (page: { posts: posts.Post[] }) => page.posts.map(({ _id }) => _id);

test('a person’s own posts and comments with media, newest first, as far as the viewer may see them', async () => {
  expect(idsOf(await read(follower))).toEqual([newest._id, comment._id, closed._id, open._id]);
  expect(idsOf(await read(stranger))).toEqual([newest._id, comment._id, open._id]);
  expect((await refusalOf(read(blocked))).status).toBe(404);
  for (const { media } of (await read(stranger)).posts) expect(media).toHaveLength(1);
});

test('cursors page through the list', async () => {
  const first = await read(stranger, { limit: 2 });
  expect(idsOf(first)).toEqual([newest._id, comment._id]);
  const second = await read(stranger, { limit: 2, cursor: first.pagination.nextCursor! });
  expect(idsOf(second)).toEqual([open._id]);
  expect(second.pagination.nextCursor).toBeNull();
});

test('posts of an older version, which do not say whether they have media, are in their places', async () => {
  const before = idsOf(await read(follower));
  const stored = await listed();
  await sql`update author_posts set has_media = null where author_id = ${owner.id}`.execute(
    app.ctx.db,
  );
  try {
    expect(idsOf(await read(follower))).toEqual(before);
    const first = await read(follower, { limit: 1 });
    expect(idsOf(await read(follower, { limit: 9, cursor: first.pagination.nextCursor! }))).toEqual(
      before.slice(1),
    );
    // A long run of them without media leaves no page empty before its end.
    for (let n = 0; n < 12; n += 1) await owner.post(`text ${n}`);
    stored.push(...(await listed()).filter(({ has_media }) => has_media !== null));
    await sql`update author_posts set has_media = null where author_id = ${owner.id}`.execute(
      app.ctx.db,
    );
    expect(idsOf(await read(follower, { limit: 1 }))).toEqual(before.slice(0, 1));
  } finally {
    for (const { post_id, has_media } of stored)
      await sql`update author_posts set has_media = ${has_media}
        where author_id = ${owner.id} and post_id = ${post_id} and kind <> 'repost'`.execute(
        app.ctx.db,
      );
  }
});

test('a job notes of posts of an older version whether they have media', async () => {
  // Not joined with the list, because their keys differ on a Citus.
  const withMedia = async (id: string) =>
    (
      await app.ctx.db
        .selectFrom('posts')
        .select('media_ids')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).media_ids.length > 0;
  await sql`update author_posts set has_media = null where author_id = ${owner.id} and kind <> 'repost'`.execute(
    app.ctx.db,
  );
  await markOldMedia(app.ctx);
  const found = await listed();
  expect(new Set(found.map(({ has_media }) => has_media))).toEqual(new Set([true, false]));
  for (const { post_id, has_media } of found) expect(has_media).toBe(await withMedia(post_id));
});

test('a deleted post is gone', async () => {
  const short = await withPicture('short-lived');
  await owner.call(posts.deletePost, { params: { postId: short._id } });
  expect(idsOf(await read(owner))).not.toContain(short._id);
});
