import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as relations from '@roost/contract/relations';
import * as posts from '@roost/contract/posts';
import { startAppForFile } from '../../../../test/support/app.ts';
import { castOf, type Member } from '../../../../test/support/cast.ts';
import { expectFailure } from '../../../../test/support/failure.ts';
import { formOf } from '../../../../test/support/requests.ts';
import { sweep } from '../../../jobs.ts';

const app = await startAppForFile();
const { alice, bob } = await castOf(app);
let keys = 0;

const newKey = () => `key-${(keys += 1)}`;

async function send(
  member: Member,
  path: string,
  key: string,
  fields?: Record<string, string>,
): Promise<Response> {
  return member.client.fetch(path, {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    ...(fields && { body: formOf(fields) }),
  });
}

const create = async (
  member: Member,
  key: string,
  content: string,
  more: Record<string, string> = {},
) => send(member, '/api/posts/createpost', key, { content, ...more });

async function postsOf(content: string): Promise<number> {
  return (
    await app.ctx.db.selectFrom('posts').select('id').where('content', '=', content).execute()
  ).length;
}

describe('a repeated key', () => {
  test('gets the first answer and writes nothing', async () => {
    const key = newKey();
    const [first, again] = [
      await create(alice, key, 'said once'),
      await create(alice, key, 'said once'),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.json()).toEqual(await first.json());
    expect(await postsOf('said once')).toBe(1);
  });

  test('in parallel requests has one effect and one answer', async () => {
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => create(alice, key, 'said at once')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
    const bodies = await Promise.all(answers.map(async (answer) => answer.json()));
    expect(new Set(bodies.map((body) => (body as { data: posts.Post }).data._id)).size).toBe(1);
    expect(await postsOf('said at once')).toBe(1);
  });

  test('with other content is refused', async () => {
    const key = newKey();
    const { data: post } = (await (await create(alice, key, 'the first')).json()) as {
      data: posts.Post;
    };
    await expectFailure(await create(alice, key, 'another'), 'key_reused');
    await expectFailure(
      await create(alice, key, 'the first', { visibility: 'followers' }),
      'key_reused',
    );
    await expectFailure(await send(alice, `/api/posts/${post._id}/like`, key), 'key_reused');
    expect(await postsOf('another')).toBe(0);
  });

  test('of another person is a different key', async () => {
    const key = newKey();
    const made = [await create(alice, key, 'by two'), await create(bob, key, 'by two')];
    const ids = await Promise.all(
      made.map(async (answer) => ((await answer.json()) as { data: posts.Post }).data._id),
    );
    expect(ids[0]).not.toBe(ids[1]);
    expect(await postsOf('by two')).toBe(2);
  });

  test('after a failure does the work', async () => {
    const key = newKey();
    await expectFailure(await create(alice, key, '   '), 'bad_input');
    const hidden = await bob.post('not yet to be seen', 'followers');
    await expectFailure(
      await create(alice, key, 'an answer', { parentPost: hidden._id }),
      'not_found',
    );
    await alice.follow(bob);
    expect((await create(alice, key, 'an answer', { parentPost: hidden._id })).status).toBe(201);
    expect(await postsOf('an answer')).toBe(1);
  });

  test('expires after a day', async () => {
    const key = newKey();
    await create(alice, key, 'said daily');
    await age(key, 23);
    await sweep(app.ctx);
    expect((await create(alice, key, 'said daily')).status).toBe(201);
    expect(await postsOf('said daily')).toBe(1);
    await age(key, 25);
    await sweep(app.ctx);
    await create(alice, key, 'said daily');
    expect(await postsOf('said daily')).toBe(2);
  });
});

async function age(key: string, hours: number): Promise<void> {
  await sql`update idempotency_keys set created_at = now() - make_interval(hours => ${hours}) where key = ${key}`.execute(
    app.ctx.db,
  );
}

describe('a retry does not undo a toggle', () => {
  const toggles: [string, (post: posts.Post) => string, () => Promise<number>][] = [
    ['like', (post) => `/api/posts/${post._id}/like`, async () => rows('likes')],
    ['bookmark', (post) => `/api/users/bookmarks/${post._id}`, async () => rows('bookmarks')],
    ['block', () => `/api/users/toogleblock/${bob.id}`, async () => rows('blocks')],
  ];
  const rows = async (table: 'likes' | 'bookmarks' | 'blocks') =>
    (await app.ctx.db.selectFrom(table).selectAll().execute()).length;

  test.each(toggles)('%s', async (_, path, count) => {
    const post = await alice.post('to be toggled');
    const before = await count();
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => send(alice, path(post), key)),
    );
    answers.push(await send(alice, path(post), key));
    const bodies = await Promise.all(answers.map(async (answer) => answer.json()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(await count()).toBe(before + 1);
    // Without the key it toggles.
    await alice.client.fetch(path(post), { method: 'POST' });
    expect(await count()).toBe(before);
  });

  test('follow', async () => {
    const key = newKey();
    const answers = [
      await send(bob, `/api/follow/${alice.id}`, key),
      await send(bob, `/api/follow/${alice.id}`, key),
    ];
    expect(await answers[1]?.json()).toEqual(await answers[0]?.json());
    await bob.call(relations.unfollow, { params: { userId: alice.id } });
    // The stored answer, and no new follow.
    expect((await send(bob, `/api/follow/${alice.id}`, key)).status).toBe(200);
    const { data } = await bob.call(relations.listFollowing, { params: { userId: bob.id } });
    expect(data.users).toEqual([]);
  });
});

test.each(['', 'x'.repeat(201), 'x'.repeat(5_000)])(
  'a key has 1 to 200 characters (%#)',
  async (key) => {
    await expectFailure(await create(alice, key, 'keyless'), 'bad_input');
    expect(await postsOf('keyless')).toBe(0);
  },
);

test.each(["'; drop table posts; --", 'é', '{"a":1}', 'x'.repeat(200), '__proto__'])(
  '%j is a key like any',
  async (key) => {
    const content = `with ${key.slice(0, 30)}`;
    expect((await create(alice, key, content)).status).toBe(201);
    expect((await create(alice, key, content)).status).toBe(201);
    expect(await postsOf(content)).toBe(1);
  },
);

describe('a replay shows only what is visible now', () => {
  test('no deleted post', async () => {
    const key = newKey();
    const { data } = (await (await create(alice, key, 'gone in a moment')).json()) as {
      data: posts.Post;
    };
    await alice.call(posts.deletePost, { params: { postId: data._id } });
    const again = await create(alice, key, 'gone in a moment');
    await expectFailure(again, 'not_found');
    const { rows } = await sql<{ response: unknown }>`
      select response from idempotency_keys where key = ${key}`.execute(app.ctx.db);
    expect(JSON.stringify(rows)).not.toContain('gone in a moment');
  });

  test('no post hidden by a block', async () => {
    const post = await alice.post('for bob to repost');
    const key = newKey();
    const path = `/api/posts/${post._id}/repost`;
    expect((await send(bob, path, key)).status).toBe(201);
    await alice.toggleBlock(bob);
    const again = await send(bob, path, key);
    expect(again.status).toBe(404);
    expect(await again.text()).not.toContain('for bob to repost');
    await alice.toggleBlock(bob);
  });
});

test('reads and edits ignore the key', async () => {
  const post = await alice.post('to be edited');
  const headers = { 'Idempotency-Key': newKey() };
  for (const content of ['once', 'twice']) {
    const { data } = await alice.call(
      posts.editPost,
      { params: { postId: post._id }, body: { content } },
      headers,
    );
    expect(data.content).toBe(content);
  }
});

test('open routes ignore the key, with or without a session', async () => {
  const key = newKey();
  const headers = { 'Idempotency-Key': key };
  for (const isStill of [true, false]) {
    expect((await alice.client.fetch('/api/auth/me')).ok).toBe(isStill);
    await alice.client.fetch('/api/auth/logout', { method: 'POST', headers });
  }
  const { rows } = await sql`select from idempotency_keys where key = ${key}`.execute(app.ctx.db);
  expect(rows).toEqual([]);
});
