import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import { listUserPosts } from '@roost/contract/posts';
import { startAppForTest } from '../../../../test/support/app.ts';
import { join } from '../../../../test/support/cast.ts';

test('page numbers reach ten thousand rows; cursors reach all', async () => {
  const app = await startAppForTest();
  const alice = await join(app, 'alice');
  const ids = Array.from({ length: 10_070 }, () => newId());
  await sql`
    insert into posts (id, author_id, content, visibility, audience_id, hidden_if_blocked_ids, edit_valid_till, edit_chances_left)
    select id, ${alice.id}, 'one of many', 'public', ${alice.id}, array[${alice.id}::uuid], now(), 0
    from unnest(${ids}::uuid[]) as made (id)`.execute(app.ctx.db);
  const fetchPage = async (query: { page?: number; limit?: number; cursor?: string }) => {
    const { data } = await alice.call(listUserPosts, { params: { userId: alice.id }, query });
    return { ids: data.posts.map(({ _id }) => _id), ...data.pagination };
  };
  await sql`
    insert into author_posts (author_id, post_id, kind, visibility)
    select author_id, id, 'post', visibility from posts`.execute(app.ctx.db);
  const newestFirst = ids.toReversed();
  const last = await fetchPage({ page: 200, limit: 50 });
  expect(last).toMatchObject({ currentPage: 200, totalPages: 200 });
  expect(last.ids).toEqual(newestFirst.slice(9_950, 10_000));
  const rest = await fetchPage({ cursor: last.nextCursor ?? '', limit: 50 });
  expect(rest.ids).toEqual(newestFirst.slice(10_000, 10_050));
  for (const page of [201, 1_000])
    expect(await fetchPage({ page, limit: 50 })).toMatchObject({
      ids: [],
      currentPage: page,
      totalPages: 200,
      nextCursor: null,
    });
  // With the default page size, all page numbers work.
  expect((await fetchPage({ page: 1_000 })).ids).toEqual(newestFirst.slice(9_990, 10_000));
});
