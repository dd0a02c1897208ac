import * as words from '#words/chat';
import { CircleAlert, X } from 'lucide-react';
import { useConnection } from '../../../lib/socket/connection.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import type { Attachment } from '../../compose/attachments/attachment.ts';
import { useAttachments } from '../../compose/attachments/attachments.ts';
import { UploadRing } from '../../media/upload/upload-ring.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { cancelSending } from '../composer/cancel-sending.ts';
import { chatDraftKey } from '../composer/chat-draft-key.ts';
import type { Queued } from '../outbox/message-outbox.ts';

/** The upload progress over a message's pictures, with a button that cancels the message. */
export function UploadOverlay({ queued }: { queued: Queued }) {
  const viewerId = useViewerId();
  const { items } = useAttachments(queued.clientId);
  const isWaiting =
    useConnection() !== 'open' && items.some(({ state }) => state.step === 'failed');

  function cancel() {
    // The button disappears with the message, so move the focus first.
    document.querySelector<HTMLElement>('[data-thread]')?.focus({ preventScroll: true });
    cancelSending(queued, chatDraftKey(viewerId, queued.conversationId));
  }

  return (
    <div className="pointer-events-none absolute inset-0 flex items-center justify-center rounded-card bg-picture-veil text-center text-meta font-medium text-on-picture">
      {/* Over a white picture, the veil alone has too little contrast. */}
      <div className="m-3 rounded-card bg-picture-label p-2.5">
        {queued.problem ? (
          <CircleAlert size={28} />
        ) : isWaiting ? (
          <p>{words.waitsForTheConnection}</p>
        ) : (
          <UploadRing label={labelOf(items)} share={shareOf(items)} />
        )}
      </div>
      {!queued.problem && (
        <IconButton
          label={words.cancel}
          onClick={cancel}
          className="pointer-events-auto absolute top-1.5 end-1.5 bg-picture-label text-on-picture hover:bg-picture-label-hover hover:text-on-picture focus-visible:outline-on-picture"
        >
          <X size={18} />
        </IconButton>
      )}
    </div>
  );
}

function labelOf(items: readonly Attachment[]): string {
  return words.uploadingPictures({ count: items.length, name: items[0]?.name ?? '' });
}

/** The progress of all uploads together, from 0 to 1. */
function shareOf(items: readonly Attachment[]): number {
  const shares = items.map(({ state }) => {
    if (state.step === 'ready') return 1;
    return state.step === 'uploading' ? state.progress : 0;
  });
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, items.length);
}
