import { AppError } from '@roost/contract/errors';
import type { ModerationAction } from '@roost/contract/moderation';
import {
  purgeMessage,
  releaseMessage,
  withholdMessage,
} from '../../chat/withheld/withhold-message.ts';
import type { Context } from '../../kernel/context.ts';
import { purgePost, releasePost, withholdPost } from '../../posts/withheld/withhold-post.ts';
import { allowFiles, refuseFiles } from '../../media/refused-file.queries.ts';
import type { CaseRow } from '../cases/case.queries.ts';
import { isWithheldElsewhere, setPurged } from './decision.queries.ts';
import { findMediaOfMessage, findMediaOfPost } from './measure.queries.ts';

/** Throws `bad_input` for an action that this kind of subject does not have. */
export function assertFits({ subject_type }: CaseRow, action: ModerationAction): void {
  if (subject_type === 'user' && isAboutSubject(action))
    throw new AppError('bad_input', {
      message: 'Only a post or a message can be hidden or removed.',
    });
}

const isAboutSubject = (action: ModerationAction) => action === 'hide' || action === 'remove';

/**
 * Makes the subject of a case look as the standing decision says. Without one, the subject comes back. A hidden message is gone for
 * both people, like a removed one. The message of a call may have another case, about the other person, which still withholds it.
 */
export async function applyToSubject(
  tx: Context,
  found: CaseRow,
  action: ModerationAction | null,
): Promise<void> {
  const { subject_type, subject_id, conversation_id } = found;
  const isWithheld = action !== null && isAboutSubject(action);
  await applyToFiles(tx, found, action);
  if (subject_type === 'post') {
    if (isWithheld) await withholdPost(tx, subject_id, action === 'hide' ? 'hidden' : 'removed');
    else await releasePost(tx, subject_id);
  }
  if (subject_type === 'message' && conversation_id) {
    if (isWithheld) await withholdMessage(tx, conversation_id, subject_id);
    else if (!(await isWithheldElsewhere(tx, found)))
      await releaseMessage(tx, conversation_id, subject_id);
  }
}

/** Refuses the files of a removed subject when they come again. */
async function applyToFiles(
  tx: Context,
  { id, subject_type, subject_id, conversation_id }: CaseRow,
  action: ModerationAction | null,
): Promise<void> {
  await allowFiles(tx, id);
  if (action !== 'remove') return;
  const mediaIds =
    subject_type === 'post'
      ? await findMediaOfPost(tx, subject_id)
      : await findMediaOfMessage(tx, conversation_id, subject_id);
  await refuseFiles(tx, id, mediaIds);
}

/** Deletes a withheld subject for good. Its evidence stays for its time. */
export async function purgeSubject(
  tx: Context,
  { subject_type, subject_id, conversation_id }: CaseRow,
  decisionId: string,
): Promise<void> {
  if (subject_type === 'post') await purgePost(tx, subject_id);
  if (subject_type === 'message' && conversation_id)
    await purgeMessage(tx, conversation_id, subject_id);
  await setPurged(tx, decisionId);
}
