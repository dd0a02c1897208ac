import { connection, subscribeToConnection } from '../../../lib/connection.ts';
import { isUnderWay, type AttachmentState } from '../../posts/attachments/attachment.ts';
import { retryFiles } from '../../posts/attachments/file-input.ts';
import {
  changeTray,
  endTraySending,
  stopWaiting,
  takeForSending,
  trayOf,
  uploadsDone,
} from '../../posts/attachments/tray.ts';
import { beginSending, endSending } from '../../posts/drafts.ts';
import { rememberPreview } from '../../posts/media/placeholder.ts';
import { canEnqueue, enqueue } from '../outbox/outbox.ts';

export const NOT_UPLOADED = 'A picture is not uploaded yet. Try it again or remove it.';

interface To {
  viewerId: string;
  conversationId: string;
  receiverId: string;
}

/**
 * Hands what stands in the box to the outbox, once its pictures are there; the box is free meanwhile. Returns what is
 * in the way, in words; everything then stands in the box again, before what was written since.
 */
export async function sendWritten(slot: string, to: To): Promise<string | undefined> {
  const content = beginSending(slot).text.trim();
  const isUploaded = await uploadsThere(slot);
  // Signed out meanwhile, here or in another tab: the pictures are gone, and the rest is nobody else's to send.
  const isTheirs = canEnqueue(to.viewerId);
  const { items } = trayOf(slot);
  const isSent = isTheirs && isUploaded && (content !== '' || items.length > 0);
  endSending(slot, { isSent });
  if (isSent) hand(slot, to, content);
  const hasFailed = items.some(({ state }) => state.step === 'failed');
  return isTheirs && hasFailed ? NOT_UPLOADED : undefined;
}

function hand(slot: string, to: To, content: string): void {
  const { items } = takeForSending(slot);
  const media = items.flatMap(({ state, preview }) => {
    if (state.step !== 'ready') return [];
    if (preview.startsWith('blob:')) rememberPreview(state.media._id, preview);
    return [state.media];
  });
  endTraySending(slot, { isSent: true });
  changeTray(slot, { notice: undefined });
  enqueue({ ...to, content, media });
}

/** As words do, pictures wait for the connection, and go on with it wherever in the app one is by then. */
async function uploadsThere(slot: string): Promise<boolean> {
  const isOpen = () => connection() === 'open';
  /** And what failed without it is tried again. */
  let isBack = isOpen();
  const isComing = (state: AttachmentState) =>
    isUnderWay(state) || (state.step === 'failed' && state.canRetry && !isBack);
  const unwatch = subscribeToConnection(() => {
    if (!isOpen()) return void (isBack = false);
    return void retryFiles(slot).then(
      () => (isBack = isOpen()),
      () => stopWaiting(slot),
    );
  });
  try {
    return await uploadsDone(slot, isComing);
  } finally {
    unwatch();
  }
}
