import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { describe, expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf } from '../../../test/support/cast.ts';
import { on, thread } from '../../../test/support/threads.ts';
import { countStatements } from '../../../test/support/statements.ts';

const app = await startAppForFile();
const { alice, bob, carol } = await castOf(app);

describe('a large thread', () => {
  /** Inserts comments. `parentOf` returns the number of the comment that each one answers, or -1 for the post. */
  async function grow(count: number, parentOf: (n: number) => number): Promise<posts.Post> {
    const post = await alice.post('a large thread');
    const ids = Array.from({ length: count }, () => newId());
    const parents = ids.map((_, n) => ids[parentOf(n)] ?? post._id);
    await sql`
      insert into posts (id, author_id, content, visibility, audience_id, hidden_if_blocked_ids, parent_id, root_id, edit_valid_till, edit_chances_left)
      select id, ${bob.id}::uuid, 'c' || n, 'public', ${alice.id}::uuid, array[${alice.id}, ${bob.id}]::uuid[], parent, ${post._id}::uuid, now(), 0
      from unnest(${ids}::uuid[], ${parents}::uuid[]) with ordinality as made (id, parent, n)`.execute(
      app.ctx.db,
    );
    await sql`
      insert into thread_posts (root_id, parent_id, post_id, author_id)
      select root_id, parent_id, id, author_id from posts where id = any(${ids}::uuid[])`.execute(
      app.ctx.db,
    );
    await sql`insert into post_stats (post_id) select id from unnest(${ids}::uuid[]) as made (id)`.execute(
      app.ctx.db,
    );
    await sql`
      update post_stats set comment_count = counted.count
      from (select parent_id, count(*) from thread_posts where root_id = ${post._id} group by parent_id) as counted
      where counted.parent_id = post_stats.post_id and post_id = any(${[post._id, ...ids]}::uuid[])`.execute(
      app.ctx.db,
    );
    await sql`analyze posts, thread_posts`.execute(app.ctx.db);
    return post;
  }

  test('of a thousand levels is read in pieces and can grow', async () => {
    const post = await grow(1_000, (n) => n - 1);
    const found: string[] = [];
    let from: { _id: string } = post;
    for (let reads = 0; reads < 20; reads += 1) {
      const { comments: list, cutShort } = await thread(carol, from);
      expect(list.length).toBeLessThanOrEqual(101);
      found.push(...list.map(({ content }) => content));
      if (!cutShort[0]) break;
      from = { _id: cutShort[0] };
    }
    expect(found).toEqual(Array.from({ length: 1_000 }, (_, n) => `c${n + 1}`));
    const deepest = await carol.comment(from._id, 'still open');
    const { data } = await carol.call(posts.listAncestors, on(deepest));
    expect(data.hasGap).toBe(true);
    expect(data.ancestors[0]?._id).toBe(post._id);
    expect(data.ancestors.length).toBe(11);
  });

  test('of ten thousand comments takes few rows, constant statements and an index', async () => {
    // There are fifty threads. Each comment has up to five replies.
    const post = await grow(10_000, (n) => (n < 50 ? -1 : Math.floor((n - 50) / 5)));
    const count = async (limit: number) => {
      const read = async () => thread(carol, post, { limit });
      return { data: await read(), sent: await countStatements(app, read) };
    };
    const one = await count(1);
    const ten = await count(10);
    const most = await count(50);
    expect(one.data.comments).toHaveLength(101);
    expect(ten.data.comments).toHaveLength(1_010);
    expect(most.data.comments).toHaveLength(50 * 21);
    expect(new Set([one.sent, ten.sent, most.sent]).size).toBe(1);
    expect(one.sent).toBe(3);
    const { cutShort, comments: list } = one.data;
    const further = await thread(carol, { _id: cutShort[0] ?? '' });
    const here = list.filter(({ parentPost }) => parentPost?._id === cutShort[0]);
    expect(further.pagination.totalComments).toBeGreaterThan(here.length);
    expect(further.comments.map(({ _id }) => _id)).toEqual(
      expect.arrayContaining(here.map(({ _id }) => _id)),
    );
    const walk = app.statements.find((text) => text.includes('with recursive walk')) ?? '';
    const plan = await planOf(walk);
    expect(plan).not.toContain('Seq Scan');
    expect(plan).toContain('thread_posts_replies');
  });

  /** Returns the generic plan of a prepared statement. */
  async function planOf(text: string): Promise<string> {
    return app.ctx.db.connection().execute(async (db) => {
      const most = Math.max(...[...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1])));
      await sql.raw('set plan_cache_mode = force_generic_plan').execute(db);
      await sql.raw(`prepare hot as ${text}`).execute(db);
      const nulls = Array.from({ length: most }, () => 'null').join(', ');
      const { rows } = await sql
        .raw<{ 'QUERY PLAN': string }>(`explain execute hot(${nulls})`)
        .execute(db);
      await sql.raw('deallocate hot').execute(db);
      await sql.raw('reset plan_cache_mode').execute(db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  }
});
