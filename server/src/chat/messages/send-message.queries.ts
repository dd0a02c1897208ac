import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { narrow, one, type Row } from '../../platform/database/query.ts';
import { acceptedCases } from '../../users/contact.ts';

export interface NewMessage {
  id: string;
  conversationId: string;
  senderId: string;
  /** The receiver that the client named. The database only compares it. */
  receiverId: string | undefined;
  content: string;
  mediaIds: string[];
  clientId: string | undefined;
  socketId: string | undefined;
}

const columns = {
  verdict: narrow<'not_found' | 'not_the_receiver' | 'refused' | 'sent' | 'added'>('text'),
  receiver_id: 'uuid?',
  seq: 'int4?',
  created_at: 'timestamptz?',
  sent_id: 'uuid?',
  is_sent_gone: 'bool?',
  is_listed_anew: 'bool?',
  username: 'text?',
  avatar: 'uuid?',
  sender_seq: 'int8?',
  sender_unread: 'int4?',
  sender_unread_conversations: 'int4?',
  receiver_seq: 'int8?',
  receiver_unread: 'int4?',
  receiver_unread_conversations: 'int4?',
} as const;

type Returned = Row<typeof columns>;

/** The columns of a message that was sent now. */
export type InsertedMessage = Pick<Returned, 'avatar'> & {
  [Name in Exclude<keyof Returned, 'avatar' | 'sent_id' | 'is_sent_gone'>]: NonNullable<
    Returned[Name]
  >;
};

/**
 * The outcome of one attempt to send. The database writes only for `added`. `sent` means that a message with the same
 * `clientId` exists already. The verdict tells which columns are null.
 */
export type SendOutcome =
  | { verdict: 'not_found' | 'not_the_receiver' | 'refused' }
  | { verdict: 'sent'; sent_id: string; is_sent_gone: boolean }
  | (InsertedMessage & { verdict: 'added' });

/** In the text of the statement, so that it is not sent with each message. */
const accepted = sql.raw(`array['${acceptedCases.join("', '")}']`);

/**
 * Sends a message in one statement, the database function `send_message`. It locks the conversation, checks who may
 * write, inserts the message and adds an entry to both event logs.
 */
export async function insertMessage(ctx: Context, sent: NewMessage): Promise<SendOutcome> {
  const outcome = await one(
    ctx.db,
    columns,
    sql`select verdict, receiver_id, seq, created_at, sent_id, is_sent_gone, is_listed_anew, username, avatar, sender_seq,
        sender_unread, sender_unread_conversations, receiver_seq, receiver_unread, receiver_unread_conversations
      from send_message(${sent.conversationId}, ${sent.senderId}, ${sent.receiverId ?? null}, ${sent.id}, ${sent.content},
        ${sent.mediaIds}::uuid[], ${sent.clientId ?? null}, ${sent.socketId ?? null}, ${accepted})`,
  );
  return (outcome as SendOutcome | undefined) ?? { verdict: 'not_found' };
}
