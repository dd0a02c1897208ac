import { describe, expect, test } from 'vitest';
import { rateLimits } from '@roost/contract/rate-limits';
import { deleteMedia, describeMedia } from '@roost/contract/media';
import * as reposts from '@roost/contract/reposts';
import * as posts from '@roost/contract/posts';
import { startAppForFile, startAppForTest, withJobs } from '../../../test/support/app.ts';
import { castOf, join } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import {
  fileOf,
  mediaFiles,
  noise,
  pathOf,
  postWith,
  send,
  sendPost,
  upload,
} from '../../../test/support/media.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { countStatements } from '../../../test/support/statements.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { withholdPost } from '../../posts/withheld/withhold-post.ts';
import { deleteMediaFiles, sweepOrphans, sweepUploads } from '../sweep-media.ts';

const app = await startAppForFile(withJobs);
const { alice, bob } = await castOf(app);
const dot = await fileOf('dot.png', noise(8, 8).png());

const altsOf = ({ media }: Pick<posts.Post, 'media'>) => media.map(({ alt }) => alt);

describe('a post with media', () => {
  test('a post shows uploads first, then its files, in order and with descriptions', async () => {
    const first = await upload(alice, dot, { alt: 'first' });
    const second = await upload(alice, dot);
    await alice.call(describeMedia, { params: { mediaId: second._id }, body: { alt: 'second' } });
    const post = await postWith(
      alice,
      { content: 'four', mediaIds: [second._id, first._id], alt: ['third', ''] },
      [dot, dot],
    );
    expect(altsOf(post)).toEqual(['second', 'first', 'third', '']);
    const { data } = await bob.call(posts.getPost, { params: { postId: post._id } });
    expect(altsOf(data)).toEqual(altsOf(post));
    expect(data.media.map(({ _id }) => _id).slice(0, 2)).toEqual([second._id, first._id]);
  });

  test('a deleted post can give its files back, and they belong to its author alone', async () => {
    const upper = await upload(alice, dot, { alt: 'first' });
    const post = await postWith(alice, { content: 'oops', mediaIds: [upper._id] }, [dot]);
    const mediaIds = post.media.map(({ _id }) => _id);
    const params = { postId: post._id };
    const refused = await refusalOf(
      bob.call(posts.deletePost, { params, query: { keep: 'media' } }),
    );
    expect(refused.body.code).toBe('forbidden');
    await alice.call(posts.deletePost, { params, query: { keep: 'media' } });
    const statusOf = async (url: string) => (await alice.client.fetch(pathOf(url))).status;
    expect(await statusOf(post.media[0]!.url)).toBe(404);
    const { data: own } = await alice.call(describeMedia, {
      params: { mediaId: upper._id },
      body: { alt: 'first' },
    });
    expect(await statusOf(own.url)).toBe(200);
    const again = await postWith(alice, { content: 'better', mediaIds });
    expect(altsOf(again)).toEqual(['first', '']);
    expect(again.media.map(({ _id }) => _id)).toEqual(mediaIds);
  });

  test('files that a post gives back count as unattached, until a post has them again', async () => {
    const owner = await join(app, 'returning');
    const unattached = async () =>
      (
        await app.ctx.db
          .selectFrom('media_usage')
          .select('unattached')
          .where('user_id', '=', owner.id)
          .executeTakeFirstOrThrow()
      ).unattached;
    const post = await postWith(owner, { content: 'oops' }, [dot, dot]);
    expect(await unattached()).toBe(0);
    await owner.call(posts.deletePost, {
      params: { postId: post._id },
      query: { keep: 'media' },
    });
    expect(await unattached()).toBe(2);
    await postWith(owner, { content: 'better', mediaIds: post.media.map(({ _id }) => _id) });
    expect(await unattached()).toBe(0);
  });

  test('a post that moderators hide gives no files back', async () => {
    const post = await postWith(alice, { content: 'unkind' }, [dot]);
    await transaction(app.ctx, async (tx) => withholdPost(tx, post._id, 'hidden'));
    await alice.call(posts.deletePost, { params: { postId: post._id }, query: { keep: 'media' } });
    const params = { mediaId: post.media[0]!._id };
    const refused = await refusalOf(alice.call(describeMedia, { params, body: { alt: 'kept' } }));
    expect(refused.body.code).toBe('not_found');
    const again = await sendPost(alice, { content: 'again', mediaIds: [params.mediaId] });
    await expectFailure(again, 'not_found');
  });

  test('a post that moderators remove counts as deleted, and gives no files back', async () => {
    const post = await postWith(alice, { content: 'unkind' }, [dot]);
    await transaction(app.ctx, async (tx) => withholdPost(tx, post._id, 'removed'));
    const on = { params: { postId: post._id }, query: { keep: 'media' } } as const;
    expect((await refusalOf(alice.call(posts.deletePost, on))).status).toBe(404);
    const params = { mediaId: post.media[0]!._id };
    const refused = await refusalOf(alice.call(describeMedia, { params, body: { alt: 'kept' } }));
    expect(refused.body.code).toBe('not_found');
  });

  test('only a post with media may have an empty text', async () => {
    const post = await postWith(alice, { content: '' }, [dot]);
    expect(post.content).toBe('');
    const edited = await alice.call(posts.editPost, {
      params: { postId: post._id },
      body: { content: '' },
    });
    expect(edited.data.content).toBe('');
    const plain = await alice.post('words');
    await refusalOf(
      alice.call(posts.editPost, { params: { postId: plain._id }, body: { content: ' ' } }),
    );
    const { message } = await expectFailure(await sendPost(alice, { content: ' ' }), 'bad_input');
    expect(message).toBe('Post must have either content or media.');
  });

  test('reposts and comments show the media of the post', async () => {
    const post = await postWith(alice, { alt: 'seen' }, [dot]);
    const { data } = await bob.call(reposts.repost, { params: { postId: post._id } });
    expect(altsOf(data.repost)).toEqual(['seen']);
    expect(data.repost.originalPost?.media).toEqual(data.repost.media);
    const comment = await bob.comment(post._id, 'nice');
    expect(comment.parentPost?.media).toEqual(post.media);
  });

  test('a deleted parent shows no media', async () => {
    const post = await postWith(alice, {}, [dot]);
    const comment = await bob.comment(post._id, 'nice');
    await alice.call(posts.deletePost, { params: { postId: post._id } });
    const { data } = await bob.call(posts.getPost, { params: { postId: comment._id } });
    expect(data.parentPost).toMatchObject({ isDeleted: true, media: [] });
  });
});

describe('uploads in a post', () => {
  test('foreign, attached, unknown and repeated uploads are refused', async () => {
    const theirs = await upload(bob, dot);
    const used = (await postWith(alice, {}, [dot])).media[0]?._id as string;
    const own = await upload(alice, dot);
    const before = await count();
    for (const id of [theirs._id, used, alice.id]) {
      const refused = await sendPost(alice, { content: 'x', mediaIds: [own._id, id] });
      await expectFailure(refused, 'not_found');
    }
    await expectFailure(await sendPost(alice, { mediaIds: [own._id, own._id] }), 'bad_input');
    await expectFailure(await sendPost(alice, { mediaIds: 'nonsense' }), 'bad_input');
    expect(await count()).toBe(before);
    await postWith(alice, { mediaIds: own._id });
  });

  test('uploads and files count together', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await upload(alice, dot))._id));
    await expectFailure(await sendPost(alice, { mediaIds: ids }, [dot, dot]), 'bad_input');
    await postWith(alice, { mediaIds: ids }, [dot]);
  });

  test('of many parallel posts with one upload, one succeeds', async () => {
    const { _id } = await upload(alice, dot);
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => sendPost(alice, { mediaIds: _id })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 404, 404, 404, 404,
    ]);
  });

  test('owners can describe and delete their unattached uploads', async () => {
    const media = await upload(alice, dot);
    const on = { params: { mediaId: media._id } };
    const theirs = bob.call(describeMedia, { ...on, body: { alt: 'mine' } });
    expect((await refusalOf(theirs)).status).toBe(404);
    expect((await refusalOf(bob.call(deleteMedia, on))).status).toBe(404);
    await alice.call(deleteMedia, on);
    expect((await alice.client.fetch(pathOf(media.url))).status).toBe(404);
    await expect
      .poll(async () => app.ctx.media.storage.exists(media._id, '320.webp'), { timeout: 10_000 })
      .toBe(false);
    const posted = {
      params: { mediaId: (await postWith(alice, {}, [dot])).media[0]?._id as string },
    };
    expect((await refusalOf(alice.call(deleteMedia, posted))).status).toBe(404);
    expect(
      (await refusalOf(alice.call(describeMedia, { ...posted, body: { alt: 'x' } }))).status,
    ).toBe(404);
  });
});

async function count(): Promise<number> {
  return (await app.ctx.db.selectFrom('posts').select('id').execute()).length;
}

describe('a post that fails leaves no file', () => {
  const reasons: [string, Record<string, string>][] = [
    ['its words are too many', { content: 'x'.repeat(501) }],
    ['what it answers is not there', { parentPost: '01890a5d-ac96-774b-bcce-b302099a8057' }],
    ['an upload is not there', { mediaIds: '01890a5d-ac96-774b-bcce-b302099a8057' }],
    ['its fields are not valid', { visibility: 'everyone' }],
    ['its words for a picture can’t be stored', { alt: '\0' }],
  ];
  test.each(reasons)('%s', async (_, fields) => {
    const before = await mediaFiles(app);
    expect((await sendPost(alice, fields, [dot, dot])).ok).toBe(false);
    expect(await mediaFiles(app)).toEqual(before);
  });
});

describe('a repeated Idempotency-Key', () => {
  test('the same request posts once and stores its files once', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const send = async () => sendPost(alice, { content: 'x' }, [dot], headers);
    const first = (await (await send()).json()) as { data: posts.Post };
    const before = await mediaFiles(app);
    expect(await (await send()).json()).toEqual(first);
    const crowd = await Promise.all([send(), send(), send()]);
    for (const each of crowd) expect(await each.json()).toEqual(first);
    expect(await mediaFiles(app)).toEqual(before);
  });

  test('the same key with another file is refused', async () => {
    const headers = { 'Idempotency-Key': 'other' };
    await postWith(alice, { content: 'x' }, [dot], headers);
    const before = await mediaFiles(app);
    await expectFailure(
      await sendPost(alice, { content: 'x' }, [{ ...dot, name: 'b.png' }], headers),
      'key_reused',
    );
    await expectFailure(await sendPost(alice, { content: 'x' }, [], headers), 'key_reused');
    expect(await mediaFiles(app)).toEqual(before);
  });
});

test('a page of fifty posts with media needs as many statements as one post', async () => {
  for (let n = 0; n < 52; n += 1) {
    const { _id } = await bob.post(`number ${n}`);
    const id = crypto.randomUUID();
    await app.ctx.db
      .updateTable('posts')
      .set({ media_ids: [id] })
      .where('id', '=', _id)
      .execute();
    await app.ctx.db
      .insertInto('media')
      .values({
        id,
        owner_id: bob.id,
        used_for: 'post',
        post_id: _id,
        is_public: true,
        kind: 'image',
        width: 1,
        height: 1,
        files: JSON.stringify([{ name: '320.webp', type: 'image/webp', bytes: 1, width: 1 }]),
      })
      .execute();
  }
  const statementsFor = async (limit: number) =>
    countStatements(app, async () => {
      const { data } = await alice.call(posts.listUserPosts, {
        params: { userId: bob.id },
        query: { limit },
      });
      expect(data.posts.map(({ media }) => media.length)).toEqual(Array(limit).fill(1));
    });
  expect(await statementsFor(50)).toBe(await statementsFor(1));
});

test('the upload limit also counts files in posts', async () => {
  const limited = await startAppForTest({ ...withJobs, RATE_LIMITS: 'on' });
  const carol = await join(limited, 'carol');
  const { points } = rateLimits.uploads;
  for (let n = 0; n < points - 3; n += 1) await limited.ctx.limiter.take('uploads', carol.id);
  await postWith(carol, {}, [dot, dot]);
  await expectFailure(await sendPost(carol, {}, [dot, dot]), 'rate_limited');
  await expectFailure(await send(carol, dot), 'rate_limited');
  expect(await mediaFiles(limited)).toHaveLength(2);
  await carol.post('words still can be posted');
});

describe('the sweep', () => {
  const age = async (id: string, hours: number) =>
    app.ctx.db
      .updateTable('media')
      .set({ created_at: new Date(Date.now() - hours * 3_600_000) } as never)
      .where('id', '=', id)
      .execute();

  test('the sweep deletes only uploads that nobody attached within a day', async () => {
    const [fresh, old] = [await upload(alice, dot), await upload(alice, dot)];
    const posted = (await postWith(alice, {}, [dot])).media[0]?._id as string;
    await age(old._id, 25);
    await age(posted, 25);
    await age(fresh._id, 23);
    await sweepUploads(app.ctx);
    const { storage } = app.ctx.media;
    const there = await Promise.all(
      [fresh._id, old._id, posted].map(async (id) => storage.exists(id, '320.webp')),
    );
    expect(there).toEqual([true, false, true]);
  });

  test('the sweep deletes old files without a row', async () => {
    const media = await upload(alice, dot);
    await app.ctx.db.deleteFrom('media').where('id', '=', media._id).execute();
    await sweepOrphans(app.ctx);
    expect(await app.ctx.media.storage.exists(media._id, '320.webp')).toBe(true);
    await deleteMediaFiles(app.ctx, { ids: [media._id] });
    await deleteMediaFiles(app.ctx, { ids: [media._id] });
    expect(await app.ctx.media.storage.exists(media._id, '320.webp')).toBe(false);
  });
});
