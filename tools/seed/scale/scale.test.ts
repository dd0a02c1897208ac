import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../server/test/database.ts';
import { findDrift } from '../../../server/test/recount.ts';
import type { Context } from '../../../server/src/context.ts';
import { openDatabase } from '../../../server/src/db/client.ts';
import { takeCensus } from '../census.ts';
import { scaleUp } from './scale.ts';

test('a crowd, with every counter and the index right; once', async () => {
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
    // What was made large before there were chats gets those alone.
    await sql`truncate messages, conversation_members, conversations, stream_events, stream_heads cascade`.execute(
      db,
    );
    expect(await scaleUp(db, new Date(), size)).toBe(true);
    expect(await findDrift({ db } as Context)).toEqual([]);
    // None of them is of the demo itself.
    expect((await takeCensus(db)).people).toBe(0);
  } finally {
    await db.destroy();
  }
});
