import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../server/test/support/database.ts';
import { findDrift } from '../../../server/test/support/recount.ts';
import type { Context } from '../../../server/src/kernel/context.ts';
import { openDatabase } from '../../../server/src/platform/database/client.ts';
import { takeCensus } from '../census.ts';
import { scaleUp } from './scale.ts';

test('makes a crowd with correct counters and search index, only once', async () => {
  const db = openDatabase({
    url: await createTestDatabase(),
    preparedStatements: false,
    size: 1,
    onError: () => {},
  });
  try {
    const size = {
      people: 60,
      posts: 300,
      follows: 5,
      comments: 100,
      reposts: 50,
      likes: 400,
      conversations: 40,
      messages: 500,
    };
    expect(await scaleUp(db, new Date(), size)).toBe(true);
    expect(await findDrift({ db } as Context)).toEqual([]);
    const counted = await sql<Record<string, number>>`
      select count(*) filter (where repost_of_id is null) as written, count(repost_of_id) as reposts,
        count(*) filter (where parent_id <> root_id) as nested from posts`.execute(db);
    expect(counted.rows[0]).toMatchObject({ written: 400, nested: 25 });
    expect(counted.rows[0]?.reposts).toBeGreaterThan(20);
    const chats = await db
      .selectFrom('conversation_members')
      .select((member) => [
        member.fn.countAll<number>().as('count'),
        member.fn.max('unread_count').as('unread'),
      ])
      .executeTakeFirstOrThrow();
    expect(chats.count).toBe(80);
    expect(chats.unread).toBeGreaterThan(0);
    const hub = await db
      .selectFrom('user_stats')
      .select((user) => user.fn.max('followers_count').as('most'))
      .executeTakeFirstOrThrow();
    expect(hub.most).toBeGreaterThan(20);
    expect(await scaleUp(db, new Date(), size)).toBe(false);
    // A network without conversations gets only these.
    await sql`truncate messages, conversation_members, conversations, event_log_entries, event_log_heads cascade`.execute(
      db,
    );
    expect(await scaleUp(db, new Date(), size)).toBe(true);
    expect(await findDrift({ db } as Context)).toEqual([]);
    // None of them belongs to the demo.
    expect((await takeCensus(db)).people).toBe(0);
  } finally {
    await db.destroy();
  }
});
