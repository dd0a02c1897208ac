import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { ExplainingDatabase, scansOf } from '../../../tools/explain/plans.ts';
import { deleteOldEntries } from '../../src/event-log/event-log.queries.ts';
import { replacePopularPosts } from '../../src/feed/ranking/popular.queries.ts';
import { deleteOldNotifications } from '../../src/notifications/sweep-notifications.queries.ts';
import {
  extendPostingLists,
  POSTS_PER_SEGMENT,
} from '../../src/posts/search-index/posting-lists.queries.ts';
import { deletePostRows, findOwnPost } from '../../src/posts/delete-post.queries.ts';
import { startAppForFile } from '../support/app.ts';
import { crowdOf, type Member } from '../support/cast.ts';
import { createTestDatabase } from '../support/database.ts';

const url = await createTestDatabase();
const app = await startAppForFile({ DATABASE_URL: url });
const explaining = new ExplainingDatabase(url);
const ctx = { ...app.ctx, db: explaining.db };
afterAll(async () => explaining.db.destroy());

test('statements that clean up large tables contain their limits and ages', async () => {
  const plans = await explaining.plansOf(async () => {
    await deleteOldEntries(ctx);
    await deleteOldNotifications(ctx);
    await replacePopularPosts(ctx);
  });
  // A plan that does not know a value expects a fixed share of the table, and reads all of it.
  for (const { statement } of plans) expect(statement).not.toMatch(/\$\d/);
});

test('the deletion of old notifications reads only old ones', async () => {
  const age = sql`case when n <= 7000 then interval '1 year' else interval '1 day' end`;
  await sql`insert into notifications (id, user_id, actor_id, type, created_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'follow', now() - ${age}
    from generate_series(1, 30000) as n`.execute(app.ctx.db);
  await sql`analyze notifications`.execute(app.ctx.db);
  const plans = await explaining.plansOf(async () => deleteOldNotifications(ctx));
  expect(plans.flatMap(scansOf)).toEqual([]);
  const { rows } = await sql`select from notifications`.execute(app.ctx.db);
  expect(rows).toHaveLength(23_000);
});

test('the deletion of a post finds its likes and reposts by the indexes that list them', async () => {
  const [author] = (await crowdOf(app, 1)) as [Member];
  const { _id } = await author.post('Liked and reposted');
  await sql`insert into likes (user_id, post_id)
    select gen_random_uuid(), case when n % 1000 = 0 then ${_id}::uuid else gen_random_uuid() end
    from generate_series(1, 30000) as n`.execute(app.ctx.db);
  await sql`insert into posts (id, author_id, visibility, audience_id, hidden_if_blocked_ids, repost_of_id, edit_valid_till, edit_chances_left)
    select gen_random_uuid(), ${author.id}::uuid, 'public', ${author.id}::uuid, '{}',
      case when n % 1000 = 0 then ${_id}::uuid else gen_random_uuid() end, now(), 0
    from generate_series(1, 30000) as n`.execute(app.ctx.db);
  // Each statement runs twice.
  await sql`update user_stats set public_posts_count = 100`.execute(app.ctx.db);
  await sql`vacuum (analyze) likes, posts`.execute(app.ctx.db);
  const post = await findOwnPost(app.ctx, author.id, _id);
  const plans = await explaining.plansOf(async () => deletePostRows(ctx, post!));
  const used = plans.flatMap(({ lines }) =>
    lines.flatMap((line) => /\b(?:likes|posts_reposts)_\w+/.exec(line) ?? []),
  );
  expect(new Set(used)).toEqual(new Set(['likes_of_newest', 'posts_reposts_newest']));
});

test('the posting lists grow without reading all newer posts', async () => {
  await sql`insert into post_search (post_id, number, author_id, visibility, words, created_at)
    select gen_random_uuid(), n, gen_random_uuid(), 'public', 'word', now() - interval '1 hour'
    from generate_series(1, 30000) as n`.execute(app.ctx.db);
  await sql`vacuum (analyze) post_search`.execute(app.ctx.db);
  const plans = await explaining.plansOf(async () => extendPostingLists(explaining.db));
  const read = plans.flatMap(({ lines }) =>
    lines.flatMap((line) => / on post_search .*actual rows=(\d+)/.exec(line)?.[1] ?? []),
  );
  expect(read.length).toBeGreaterThan(0);
  expect(Math.max(...read.map(Number))).toBeLessThanOrEqual(POSTS_PER_SEGMENT);
});
