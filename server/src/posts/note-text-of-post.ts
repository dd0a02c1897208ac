import type { MemberContext } from '../kernel/context.ts';
import { noteText } from '../users/repeated-texts/note-text.ts';
import type { InsertedPost } from './insert-post.queries.ts';

type Noted = Pick<InsertedPost, 'id' | 'content' | 'root_id' | 'visibility'>;

/** Notes the text of a public post or comment. Posts for followers reach nobody who has not chosen the author. */
export async function noteTextOfPost(
  tx: MemberContext,
  { id, content, root_id, visibility }: Noted,
  { parent, isNew }: { parent?: { content: string } | null; isNew: boolean },
): Promise<void> {
  if (visibility !== 'public') return;
  const subject = { type: 'post', id } as const;
  await noteText(tx, {
    content,
    answered: parent?.content,
    placeId: root_id ?? id,
    subject,
    isNew,
  });
}
