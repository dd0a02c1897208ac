import { AppError } from '@roost/contract/errors';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { assertUserExists, assertUserVisible } from '../../users/present-users.ts';
import { deleteNote, storeNote } from './note.queries.ts';

/** Keeps a note about a person, which only the viewer sees. Throws `self_action`, or `not_found` as for a profile. */
export async function noteUser(ctx: MemberContext, userId: string, text: string): Promise<void> {
  const { id } = ctx.viewer;
  if (userId === id)
    throw new AppError('self_action', { message: 'You can’t keep a note about yourself.' });
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'keepNote');
    await assertUserVisible(tx, userId);
    await storeNote(tx, { author_id: id, about_id: userId, content: text });
  });
}

/** A repeated call changes nothing. Throws `not_found` if there is no such person. */
export async function removeNote(ctx: MemberContext, userId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'keepNote');
    if (!(await deleteNote(tx, tx.viewer.id, userId))) await assertUserExists(tx, userId);
  });
}
