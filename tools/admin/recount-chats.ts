import { sql } from 'kysely';
import { lockConversation } from '../../server/src/chat/conversations/conversation.queries.ts';
import type { Context } from '../../server/src/kernel/context.ts';
import { rows, type Row } from '../../server/src/platform/database/query.ts';
import { transaction } from '../../server/src/platform/database/transaction.ts';
import { MIN_ID } from '../../server/src/platform/database/id-bounds.ts';

const CONVERSATIONS_PER_BATCH = 500;

const conversation = { id: 'uuid', low_id: 'uuid', high_id: 'uuid' } as const;
type Conversation = Row<typeof conversation>;
const member = {
  user_id: 'uuid',
  conversation_id: 'uuid',
  read_seq: 'int4',
  unread_count: 'int4',
} as const;

/** Recounts the unread messages of every member of a conversation. Returns how many counts were wrong. With `isDryRun`, changes nothing. */
export async function recountChats(ctx: Context, isDryRun: boolean): Promise<number> {
  let wrong = 0;
  for (let after = MIN_ID; ;) {
    const found = await rows(
      ctx.db.reads,
      conversation,
      sql`select id, low_id, high_id from conversations where id > ${after} order by id limit ${CONVERSATIONS_PER_BATCH}`,
    );
    for (const { conversation_id: id } of await findWrong(ctx, found)) {
      const one = found.filter((each) => each.id === id);
      wrong += isDryRun ? 1 : await correct(ctx, one);
    }
    if (found.length < CONVERSATIONS_PER_BATCH) return wrong;
    after = found.at(-1)?.id ?? after;
  }
}

/** Finds the members whose count is wrong, with the right one. Members and messages have different keys, so each takes a statement. */
async function findWrong(ctx: Context, conversations: Conversation[]) {
  if (conversations.length === 0) return [];
  const ids = conversations.map(({ id }) => id);
  const people = conversations.flatMap(({ low_id, high_id }) => [low_id, high_id]);
  const members = await rows(
    ctx.db.reads,
    member,
    sql`select user_id, conversation_id, read_seq, unread_count from conversation_members
      where user_id = any(${people}::uuid[]) and conversation_id = any(${ids}::uuid[])`,
  );
  const counted = await rows(
    ctx.db.reads,
    { user_id: 'uuid', conversation_id: 'uuid', count: 'int4' },
    sql`select asked.user_id, conversation_id, count(*)::int as count
      from unnest(${members.map((each) => each.conversation_id)}::uuid[], ${members.map((each) => each.user_id)}::uuid[],
          ${members.map((each) => each.read_seq)}::int[]) as asked (id, user_id, read_seq)
        join messages on conversation_id = asked.id and seq > asked.read_seq
      where conversation_id = any(${ids}::uuid[]) and deleted_at is null and not is_silent and sender_id <> asked.user_id
      group by 1, 2`,
  );
  const counts = new Map(
    counted.map((each) => [`${each.conversation_id} ${each.user_id}`, each.count]),
  );
  return members.flatMap((each) => {
    const count = counts.get(`${each.conversation_id} ${each.user_id}`) ?? 0;
    return count === each.unread_count ? [] : { ...each, count };
  });
}

/** Corrects both members of a conversation, if they are still wrong under its lock. */
async function correct(ctx: Context, one: Conversation[]): Promise<number> {
  return transaction(ctx, async (tx) => {
    for (const { id, low_id } of one) await lockConversation(tx, low_id, id);
    const wrong = await findWrong(tx, one);
    for (const { user_id, conversation_id, count } of wrong)
      await tx.db
        .updateTable('conversation_members')
        .set({ unread_count: count })
        .where('user_id', '=', user_id)
        .where('conversation_id', '=', conversation_id)
        .execute();
    return wrong.length;
  });
}
