import type { Context } from '../../kernel/context.ts';
import { findPosts } from '../../posts/post.queries.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { evidenceOfMessage, evidenceOfPost, evidenceOfUser } from '../reports/find-subject.ts';
import { findUser, listMessages } from '../reports/subject.queries.ts';
import type { CaseRow } from './case.queries.ts';

/** Finds the subject of a case as it is. Null if it is gone. Of a conversation it reads only messages that are in the evidence. */
export async function findCurrent(
  ctx: Context,
  found: CaseRow,
  evidence: Evidence | undefined,
): Promise<Evidence | null> {
  if (found.subject_type === 'post') {
    const [post] = await findPosts(ctx, [found.subject_id]);
    return post && (!post.deleted_at || post.withheld_as) ? evidenceOfPost(post) : null;
  }
  if (found.subject_type === 'user') {
    const user = await findUser(ctx, found.subject_id);
    return user ? evidenceOfUser(user) : null;
  }
  const ids = evidence?.type === 'message' ? evidence.messages.map(({ id }) => id) : [];
  if (!found.conversation_id || ids.length === 0) return null;
  const messages = await listMessages(ctx, found.conversation_id, ids);
  return messages.length > 0
    ? { type: 'message', messages: messages.map(evidenceOfMessage) }
    : null;
}
