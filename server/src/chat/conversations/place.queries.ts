import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { MessageRow, ShownMessage } from '../messages/message.queries.ts';

/** Where one of the two stands in a conversation, and how they are called. */
export interface Place {
  user_id: string;
  conversation_id: string;
  other_id: string;
  username: string;
  avatar: string | null;
  unread_count: number;
  cleared_seq: number;
  read_seq: number;
  /** How far the other has been told that this one has received and read. */
  delivered_seq: number;
  seen_seq: number;
}

/** Places of people in conversations, for each that there is. */
export class Places {
  readonly #places: Map<string, Place>;

  constructor(places: Place[]) {
    this.#places = new Map(
      places.map((place) => [`${place.user_id} ${place.conversation_id}`, place]),
    );
  }

  of(userId: string, conversationId: string): Place | undefined {
    return this.#places.get(`${userId} ${conversationId}`);
  }

  with(others: Places): Places {
    return new Places([...this.#places.values(), ...others.#places.values()]);
  }

  /** A message as one of the two may see it; the receiver knows of the own reading, the sender what was told. */
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

/** The places these people have in these conversations. */
export async function findPlaces(
  ctx: Context,
  userIds: string[],
  conversationIds: string[],
): Promise<Places> {
  if (userIds.length === 0) return new Places([]);
  const { rows } = await sql<Place>`
    select member.user_id, member.conversation_id, member.other_id, users.username, users.avatar, member.unread_count,
      member.cleared_seq, member.read_seq, member.delivered_seq, member.seen_seq
    from conversation_members member join users on users.id = member.user_id
    where member.user_id = any(${userIds}::uuid[]) and member.conversation_id = any(${conversationIds}::uuid[])`.execute(
    ctx.db,
  );
  return new Places(rows);
}
