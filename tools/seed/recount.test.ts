import * as reactions from '@roost/contract/reactions';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startAppForFile } from '../../server/test/support/app.ts';
import { castOf } from '../../server/test/support/cast.ts';
import { recountPosts } from './recount.ts';

const app = await startAppForFile();

test('a recount finds the milestones that a post reached one like at a time', async () => {
  const { alice, bob, carol, dan } = await castOf(app);
  const post = await alice.post('liked by thousands');
  for (const member of [bob, carol, dan])
    await member.call(reactions.toggleLike, { params: { postId: post._id } });
  await sql`
    with crowd as (
      insert into users (id, username, full_name)
      select gen_random_uuid(), 'crowd_' || n, 'One of many' from generate_series(1, 2600) as n returning id
    )
    insert into likes (user_id, post_id) select id, ${post._id} from crowd`.execute(app.ctx.db);
  // The counts of the app itself, after each single like.
  await sql`update post_stats set like_count = 2602 where post_id = ${post._id}`.execute(
    app.ctx.db,
  );
  for (let n = 0; n < 12; n += 1)
    await alice.call(reactions.toggleLike, { params: { postId: post._id } });
  const reached = async () => {
    const { rows } = await sql<{ milestones: number }>`
      select cardinality(milestones) as milestones from post_stats where post_id = ${post._id}`.execute(
      app.ctx.db,
    );
    return rows[0]?.milestones;
  };
  expect(await reached()).toBe(5);
  await recountPosts(app.ctx.db, [post._id]);
  expect(await reached()).toBe(5);
});
