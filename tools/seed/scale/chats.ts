import { sql } from 'kysely';
import type { Database } from '../../../server/src/platform/database/client.ts';
import { DAY, idAt } from '../calendar.ts';
import { inBatches } from './batches.ts';
import { Chatter } from './chatter.ts';
import { rankIn } from './crowd.ts';
import type { Plan } from './size.ts';

/** Everyone has a conversation, a few people have hundreds, and a few conversations have most of the messages. */
export async function writeChats(db: Database, people: string[], plan: Plan): Promise<void> {
  const conversations = makeConversations(people, plan);
  await inBatches(conversations, async (some) =>
    sql`insert into conversations (id, low_id, high_id, created_at)
      select id, least(one, other), greatest(one, other), at
      from unnest(${some.map(({ id }) => id)}::uuid[], ${some.map(({ one }) => one)}::uuid[],
        ${some.map(({ other }) => other)}::uuid[], ${some.map(({ at }) => at)}::timestamptz[]) as made (id, one, other, at)`.execute(
      db,
    ),
  );
  await writeMessages(db, conversations, plan);
  await inBatches(
    conversations.map(({ id }) => id),
    async (ids) => writeMembers(db, ids),
  );
  await writeEventLogs(db);
}

interface Conversation {
  id: string;
  one: string;
  other: string;
  at: Date;
  messageCount: number;
}

function makeConversations(people: string[], { size, now, chance }: Plan): Conversation[] {
  const at = new Date(now - 400 * DAY);
  const pairs = new Map<string, Conversation>();
  // In a small network, some draws repeat a pair.
  for (
    let tries = size.conversations * 4;
    tries > 0 && pairs.size < size.conversations;
    tries -= 1
  ) {
    const one = people[rankIn(people.length, chance)] ?? '';
    const other = chance.pick(people);
    if (one === other) continue;
    pairs.set([one, other].sort().join(), { id: idAt(at), one, other, at, messageCount: 0 });
  }
  return [...pairs.values()];
}

/** Inserts messages in the order of their times, so that each conversation numbers them correctly. */
async function writeMessages(
  db: Database,
  conversations: Conversation[],
  { size, now, chance }: Plan,
): Promise<void> {
  const chatter = new Chatter(chance);
  const times = Array.from(
    { length: size.messages },
    () => now - chance.next() ** 1.5 * 365 * DAY,
  ).sort((a, b) => a - b);
  await inBatches(times, async (some) => {
    const messages = some.map((time) => {
      const at = new Date(time);
      const conversation = conversations[rankIn(conversations.length, chance)];
      if (!conversation) throw new Error('There are no conversations.');
      conversation.messageCount += 1;
      const isDeleted = chance.isTrue(0.01);
      return {
        id: idAt(at),
        at,
        conversation: conversation.id,
        seq: conversation.messageCount,
        sender: chance.isTrue(0.5) ? conversation.one : conversation.other,
        content: isDeleted ? '' : chatter.say(),
        deletedAt: isDeleted ? at : null,
      };
    });
    await sql`
      insert into messages (id, conversation_id, seq, sender_id, content, client_id, created_at, deleted_at)
      select id, conversation, seq, sender, content, id::text, at, deleted_at
      from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ conversation }) => conversation)}::uuid[],
        ${messages.map(({ seq }) => seq)}::int[], ${messages.map(({ sender }) => sender)}::uuid[],
        ${messages.map(({ content }) => content)}::text[], ${messages.map(({ at }) => at)}::timestamptz[],
        ${messages.map(({ deletedAt }) => deletedAt)}::timestamptz[])
        as made (id, conversation, seq, sender, content, at, deleted_at)`.execute(db);
  });
  await inBatches(conversations, async (some) =>
    sql`update conversations set last_seq = message_count
      from unnest(${some.map(({ id }) => id)}::uuid[], ${some.map(({ messageCount }) => messageCount)}::int[]) as made (id, message_count)
      where conversations.id = made.id`.execute(db),
  );
}

/** One member in ten has unread messages. */
async function writeMembers(db: Database, conversationIds: string[]): Promise<void> {
  await sql`
    insert into conversation_members (user_id, conversation_id, other_id, read_seq, delivered_seq, seen_seq,
      has_written, last_seq, last_at, unread_count)
    select user_id, id, other_id, read, conversations.last_seq, read,
      exists (select from messages where conversation_id = conversations.id and deleted_at is null and sender_id = user_id),
      last.seq, last.created_at,
      (select count(*) from messages
        where conversation_id = conversations.id and seq > read and deleted_at is null and sender_id <> user_id)
    from conversations
    cross join lateral (values (low_id, high_id), (high_id, low_id)) as member (user_id, other_id)
    cross join lateral (select case
      when abs(hashtext(user_id::text || id::text)) % 10 > 0 then conversations.last_seq
      else greatest(0, conversations.last_seq - 5) end) as receipt (read)
    left join lateral (select seq, created_at from messages
      where conversation_id = conversations.id and deleted_at is null order by seq desc limit 1) as last on true
    where id = any(${conversationIds}::uuid[])`.execute(db);
}

/** Inserts the event-log entries of a month's messages. */
async function writeEventLogs(db: Database): Promise<void> {
  await sql`
    with recent as (
      select user_id, messages.id, messages.created_at from messages
      join conversations on conversations.id = conversation_id
      cross join lateral (values (low_id), (high_id)) as member (user_id)
      where messages.created_at > (select max(created_at) from messages) - interval '30 days'
    ), numbered as (
      insert into event_log_entries (user_id, seq, name, item, created_at)
      select user_id, row_number() over (partition by user_id order by id), 'message',
        jsonb_build_object('messageId', id), created_at
      from recent where not exists (select from event_log_heads where event_log_heads.user_id = recent.user_id)
      returning user_id, seq
    )
    insert into event_log_heads (user_id, last_seq) select user_id, max(seq) from numbered group by user_id`.execute(
    db,
  );
}
