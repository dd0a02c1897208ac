import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { one, rows, type Row } from '../../platform/database/query.ts';
import { isHidden, joinHidden, shownName } from '../../users/hidden-user.queries.ts';
import type { MessageRow, ShownMessage } from '../messages/message.queries.ts';

const membership = {
  user_id: 'uuid',
  conversation_id: 'uuid',
  other_id: 'uuid',
  username: 'text',
  avatar: 'text?',
  unread_count: 'int4',
  cleared_seq: 'int4',
  read_seq: 'int4',
  /** The last message numbers that the other participant sees as delivered and as read. */
  delivered_seq: 'int4',
  seen_seq: 'int4',
} as const;

/** One participant's state in a conversation, with their name. */
type Membership = Row<typeof membership>;

/** Memberships by person and conversation. */
export class Memberships {
  readonly #memberships: Map<string, Membership>;

  constructor(memberships: Membership[]) {
    this.#memberships = new Map(
      memberships.map((each) => [`${each.user_id} ${each.conversation_id}`, each]),
    );
  }

  of(userId: string, conversationId: string): Membership | undefined {
    return this.#memberships.get(`${userId} ${conversationId}`);
  }

  with(others: Memberships): Memberships {
    return new Memberships([...this.#memberships.values(), ...others.#memberships.values()]);
  }

  /**
   * A message as this viewer sees it, or undefined if it belongs to the history that they deleted. Receivers see their own
   * read state. Senders see the read receipts that they were sent, which a block holds back.
   */
  shown(viewerId: string, message: MessageRow): ShownMessage | undefined {
    const { conversation_id: id, sender_id: senderId, seq } = message;
    const own = this.of(viewerId, id);
    const other = own && this.of(own.other_id, id);
    if (!own || !other || seq <= own.cleared_seq) return undefined;
    const [sender, receiver] = senderId === viewerId ? [own, other] : [other, own];
    return {
      ...message,
      username: sender.username,
      avatar: sender.avatar,
      receiver_id: receiver.user_id,
      is_delivered: receiver.delivered_seq >= seq,
      is_read: (receiver === own ? own.read_seq : other.seen_seq) >= seq,
    };
  }
}

/** Finds the memberships of these people in these conversations. */
export async function findMemberships(
  ctx: Context,
  userIds: string[],
  conversationIds: string[],
): Promise<Memberships> {
  if (userIds.length === 0) return new Memberships([]);
  const found = await rows(
    ctx.db.reads,
    membership,
    sql`select member.user_id, member.conversation_id, member.other_id, ${shownName.username}, ${shownName.avatar}, member.unread_count,
        member.cleared_seq, member.read_seq, member.delivered_seq, member.seen_seq
      from conversation_members member join users on users.id = member.user_id ${joinHidden(userIds)}
      where member.user_id = any(${userIds}::uuid[]) and users.id = any(${userIds}::uuid[])
        and member.conversation_id = any(${conversationIds}::uuid[])`,
  );
  return new Memberships(found);
}

/** Finds one participant's state in a conversation. */
export async function findMember(ctx: Context, userId: string, conversationId: string) {
  return ctx.db.reads
    .selectFrom('conversation_members')
    .select(['other_id', 'unread_count', 'read_seq', 'seen_seq', 'cleared_seq'])
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
}

/** Corrects both memberships after a message was deleted: the unread count and the newest message. */
export async function applyMessageDeletion(
  ctx: Context,
  conversationId: string,
  pair: { senderId: string; receiverId: string },
  deleted: { seq: number; isSilent?: boolean; newest: { seq: number; at: string } | undefined },
): Promise<void> {
  const newest = deleted.newest?.seq ?? null;
  await ctx.db
    .updateTable('conversation_members')
    .set({
      unread_count: sql<number>`unread_count
        - case when user_id = ${pair.receiverId} and ${deleted.seq}::int > read_seq
            and not ${deleted.isSilent ?? false}::boolean then 1 else 0 end`,
      last_seq: sql<number | null>`case when ${newest}::int > cleared_seq then ${newest}::int end`,
      last_at: sql<Date | null>`case when ${newest}::int > cleared_seq then ${deleted.newest?.at ?? null}::timestamptz end`,
    })
    .where('user_id', '=', sql<string>`any(${[pair.senderId, pair.receiverId]}::uuid[])`)
    .where('conversation_id', '=', conversationId)
    .execute();
}

/**
 * Makes a call message the newest message of both participants. It is unread for the callee unless it is silent. Returns
 * whether the conversation was missing from the list of at least one of them.
 */
export async function applyCallMessage(
  ctx: Context,
  conversationId: string,
  pair: { callerId: string; calleeId: string },
  message: { seq: number; createdAt: string; isSilent: boolean },
): Promise<boolean> {
  const ids = [pair.callerId, pair.calleeId];
  const unlisted = await rows(
    ctx.db.reads,
    {},
    sql`select from conversation_members
      where user_id = any(${ids}::uuid[]) and conversation_id = ${conversationId} and last_at is null`,
  );
  await ctx.db
    .updateTable('conversation_members')
    .set({
      last_seq: message.seq,
      last_at: sql<Date>`${message.createdAt}::timestamptz`,
      unread_count: sql<number>`unread_count
        + case when user_id = ${pair.calleeId} and not ${message.isSilent}::boolean then 1 else 0 end`,
    })
    .where('user_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('conversation_id', '=', conversationId)
    .execute();
  return unlisted.length > 0;
}

/** Deletes one participant's own history up to this message number. Returns false if there was none. */
export async function clearHistory(
  ctx: Context,
  userId: string,
  conversationId: string,
  upTo: number,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('conversation_members')
    .set({ cleared_seq: upTo, read_seq: upTo, unread_count: 0, last_seq: null, last_at: null })
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where('cleared_seq', '<', upTo)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Lists the ids of a person's conversation partners, the latest conversation first, without blocked and hidden people. Also tells
 * whether the person shows their online status.
 */
export async function findPartners(
  ctx: Context,
  userId: string,
  limit: number,
): Promise<{ ids: string[]; showsOnline: boolean }> {
  const found = await one(
    ctx.db.reads,
    { ids: 'uuid[]', showsOnline: 'bool' },
    sql`select show_online as "showsOnline", array(select other_id from conversation_members member
      where user_id = ${userId} and last_at is not null
        and not exists (select from blocks where blocker_id = ${userId} and blocked_id = member.other_id)
        and not exists (select from blocked_by where blocked_id = ${userId} and blocker_id = member.other_id)
        and not ${isHidden(sql`member.other_id`)}
      order by last_at desc, conversation_id desc limit ${limit}) as ids
      from users where id = ${userId}`,
  );
  return found ?? { ids: [], showsOnline: false };
}
