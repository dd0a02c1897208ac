import { isUnderWay } from '../../posts/attachments/attachment.ts';
import {
  changeTray,
  endTraySending,
  takeForSending,
  trayOf,
  uploadsDone,
} from '../../posts/attachments/tray.ts';
import { changeDraft, draftOf } from '../../posts/drafts.ts';
import { rememberPreview } from '../../posts/media/placeholder.ts';
import { enqueue } from './outbox.ts';

/**
 * Hands what stands in the box to the outbox, once its pictures are there. Returns what is in the way, in words;
 * everything then stays in the box.
 */
export async function sendWritten(
  slot: string,
  to: { conversationId: string; receiverId: string },
): Promise<string | undefined> {
  if (trayOf(slot).items.some(({ state }) => isUnderWay(state))) await uploadsDone(slot);
  const { items } = trayOf(slot);
  // Called off meanwhile.
  if (items.some(({ state }) => isUnderWay(state))) return undefined;
  if (items.some(({ state }) => state.step === 'failed'))
    return 'A picture is not uploaded yet. Try it again or remove it.';
  const content = draftOf(slot).text.trim();
  if (content === '' && items.length === 0) return undefined;
  takeForSending(slot);
  const media = items.flatMap(({ state, preview }) => {
    if (state.step !== 'ready') return [];
    if (preview.startsWith('blob:')) rememberPreview(state.media._id, preview);
    return [state.media];
  });
  changeDraft(slot, { text: '' });
  endTraySending(slot, { isSent: true });
  changeTray(slot, { notice: undefined });
  enqueue({ ...to, content, media });
  return undefined;
}
