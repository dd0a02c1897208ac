import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { narrow, one, rows, type Row } from '../../platform/database/query.ts';
import { isErased } from '../../users/hidden-user.queries.ts';

const reportedMessage = {
  id: 'uuid',
  conversation_id: 'uuid',
  seq: 'int4',
  sender_id: 'uuid',
  kind: narrow<'message' | 'call'>('text'),
  content: 'text',
  media_ids: 'uuid[]',
  created_at: 'timestamptz',
} as const;
export type ReportedMessage = Row<typeof reportedMessage>;

const columns = sql`id, conversation_id, seq, sender_id, kind, content, media_ids, created_at`;

/** Finds a message that is not deleted. Queries all shards, because a report does not name the conversation. */
export async function findMessage(ctx: Context, id: string): Promise<ReportedMessage | undefined> {
  return one(
    ctx.db.reads,
    reportedMessage,
    sql`select ${columns} from messages where id = ${id} and deleted_at is null`,
  );
}

/** The messages that a report of a message brings with it. */
const MESSAGES_BEFORE = 5;

/** Lists the last messages before a message, oldest first. Leaves out what the reporter deleted from their own history. */
export async function listMessagesBefore(
  ctx: Context,
  { conversation_id, seq }: ReportedMessage,
  clearedSeq: number,
): Promise<ReportedMessage[]> {
  const found = await rows(
    ctx.db.reads,
    reportedMessage,
    sql`select ${columns} from messages
      where conversation_id = ${conversation_id} and seq < ${seq}::int and seq > ${clearedSeq}::int and deleted_at is null
      order by seq desc limit ${MESSAGES_BEFORE}::int`,
  );
  return found.toReversed();
}

const reportedUser = {
  id: 'uuid',
  username: 'text',
  full_name: 'text',
  bio: 'text',
  avatar: 'text?',
  cover_image: 'text?',
} as const;
export type ReportedUser = Row<typeof reportedUser>;

/** Finds a person, hidden or not, but not an erased one. */
export async function findUser(ctx: Context, id: string): Promise<ReportedUser | undefined> {
  return one(
    ctx.db.reads,
    reportedUser,
    sql`select id, username, full_name, bio, avatar, cover_image from users
      where id = ${id} and not ${isErased(sql`users.id`)}`,
  );
}

/** Lists those of these messages that their sender did not delete, oldest first. */
export async function listMessages(
  ctx: Context,
  conversationId: string,
  ids: string[],
): Promise<ReportedMessage[]> {
  return rows(
    ctx.db.reads,
    reportedMessage,
    sql`select ${columns} from messages
      where conversation_id = ${conversationId} and id = any(${ids}::uuid[])
        and (deleted_at is null or is_withheld) order by seq`,
  );
}
