import {
  changeTray,
  endTraySending,
  takeForSending,
  trayOf,
  uploadsDone,
} from '../../posts/attachments/tray.ts';
import { changeDraft, draftOf } from '../../posts/drafts.ts';
import { rememberPreview } from '../../posts/media/placeholder.ts';
import { canEnqueue, enqueue } from './outbox.ts';

/**
 * Hands what stands in the box to the outbox, once its pictures are there. Returns what is in the way, in words;
 * everything then stays in the box.
 */
export async function sendWritten(
  slot: string,
  to: { viewerId: string; conversationId: string; receiverId: string },
): Promise<string | undefined> {
  const isUploaded = await uploadsDone(slot);
  // Signed out meanwhile, here or in another tab: the pictures are gone, and the rest is nobody else's to send.
  if (!canEnqueue(to.viewerId)) return undefined;
  const { items } = trayOf(slot);
  if (items.some(({ state }) => state.step === 'failed'))
    return 'A picture is not uploaded yet. Try it again or remove it.';
  // Called off meanwhile.
  if (!isUploaded) return undefined;
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
