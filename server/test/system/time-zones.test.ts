import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as reactions from '@roost/contract/reactions';
import { startTestApp, type TestApp } from '../support/app.ts';
import { castOf, type Member } from '../support/cast.ts';

/** The database may use another time zone than UTC. Cursors with times must still work. */
let app: TestApp;
let alice: Member;

beforeAll(async () => {
  // Both libpq and `pg` read the session's settings from this variable.
  vi.stubEnv('PGOPTIONS', '-c TimeZone=America/St_Johns');
  app = await startTestApp();
  const { bob, carol, ...cast } = await castOf(app);
  alice = cast.alice;
  for (const [one, other] of [
    [alice, bob],
    [alice, carol],
    [bob, alice],
    [carol, alice],
  ] as const)
    await one.follow(other);
  // Both times lie in the hour that occurs twice. As text, the later time is smaller.
  for (const time of ['2025-11-02 04:20Z', '2025-11-02 04:40Z']) {
    const post = await bob.post('a ptarmigan');
    await sql`update post_search set created_at = ${time} where post_id = ${post._id}`.execute(
      app.ctx.db,
    );
    await alice.call(reactions.toggleLike, { params: { postId: post._id } });
    await alice.call(reactions.toggleBookmark, { params: { postId: post._id } });
  }
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await app.close();
});

test.each([
  ['/api/posts/feed', 'posts'],
  ['/api/posts/user-likes', 'posts'],
  ['/api/users/bookmarks', 'posts'],
  ['/api/posts/search?query=ptarmigan', 'posts'],
  ['/api/users/search?query=of%20Roost', 'users'],
  ['/api/follow/:id/followers', 'users'],
  ['/api/follow/:id/following', 'users'],
])('%s', async (path, list) => {
  const seen: string[] = [];
  let cursor = '';
  for (let page = 0; page < 2; page += 1) {
    const address = `${path.replace(':id', alice.id)}${path.includes('?') ? '&' : '?'}limit=1`;
    const answer = await alice.client.fetch(`${address}&cursor=${cursor}`.replace(/&cursor=$/, ''));
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as {
      data: { pagination: { nextCursor: string } } & Record<string, { _id: string }[]>;
    };
    seen.push(...(data[list] ?? []).map(({ _id }) => _id));
    cursor = data.pagination.nextCursor;
  }
  expect(new Set(seen).size).toBe(2);
});
