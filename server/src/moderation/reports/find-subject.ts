import { AppError } from '@roost/contract/errors';
import type { Subject } from '@roost/contract/moderation';
import { findMember } from '../../chat/conversations/membership.queries.ts';
import type { MemberContext } from '../../kernel/context.ts';
import type { PostRecord } from '../../platform/database/tables.ts';
import { loadTarget } from '../../posts/load-post.ts';
import { loadPeople } from '../../users/present-users.ts';
import type { Evidence, EvidenceMessage } from '../evidence/evidence.ts';
import * as queries from './subject.queries.ts';

/** A subject that the viewer may report, as the viewer sees it. */
export interface FoundSubject {
  type: Subject['type'];
  id: string;
  /** The person whom decisions about it concern. */
  personId: string;
  conversationId: string | null;
  evidence: Evidence;
}

/** Finds what the viewer reports. Throws `not_found` for anything that the viewer cannot see, and `self_action` for their own. */
export async function findSubject(tx: MemberContext, subject: Subject): Promise<FoundSubject> {
  const found = await finders[subject.type](tx, subject._id);
  if (found.personId === tx.viewer.id)
    throw new AppError('self_action', { message: 'You can’t report yourself.' });
  return found;
}

const finders: Record<Subject['type'], (tx: MemberContext, id: string) => Promise<FoundSubject>> = {
  /** A report of a repost is about its original. */
  async post(tx, id) {
    const post = await loadTarget(tx, id);
    return {
      type: 'post',
      id: post.id,
      personId: post.author_id,
      conversationId: null,
      evidence: evidenceOfPost(post),
    };
  },

  /** A block does not protect from a report. */
  async user(tx, id) {
    const person = (await loadPeople(tx, [id])).get(id);
    if (!person || person.isHidden) throw new AppError('not_found', { message: 'User not found.' });
    return {
      type: 'user',
      id,
      personId: id,
      conversationId: null,
      evidence: evidenceOfUser(person.user),
    };
  },

  /** A call is the message of the person who placed it. For that person, the call is about the other one. */
  async message(tx, id) {
    const message = await queries.findMessage(tx, id);
    const conversationId = message?.conversation_id;
    const member = conversationId && (await findMember(tx, tx.viewer.id, conversationId));
    if (!message || !member || message.seq <= member.cleared_seq)
      throw new AppError('not_found', { message: 'Message not found.' });
    const isOwnCall = message.kind === 'call' && message.sender_id === tx.viewer.id;
    const before = await queries.listMessagesBefore(tx, message, member.cleared_seq);
    return {
      type: 'message',
      id,
      personId: isOwnCall ? member.other_id : message.sender_id,
      conversationId: message.conversation_id,
      evidence: { type: 'message', messages: [...before, message].map(evidenceOfMessage) },
    };
  },
};

export function evidenceOfPost(post: PostRecord): Evidence {
  return {
    type: 'post',
    content: post.content,
    mediaIds: post.media_ids,
    visibility: post.visibility,
    parentId: post.parent_id,
    createdAt: post.created_at.toISOString(),
    editedAt: post.edited_at?.toISOString() ?? null,
  };
}

export function evidenceOfUser(user: Omit<queries.ReportedUser, 'id'>): Evidence {
  return {
    type: 'user',
    username: user.username,
    fullName: user.full_name,
    bio: user.bio,
    avatarId: user.avatar,
    coverId: user.cover_image,
  };
}

export function evidenceOfMessage(message: queries.ReportedMessage): EvidenceMessage {
  return {
    id: message.id,
    senderId: message.sender_id,
    kind: message.kind,
    content: message.content,
    mediaIds: message.media_ids,
    createdAt: message.created_at.toISOString(),
  };
}
