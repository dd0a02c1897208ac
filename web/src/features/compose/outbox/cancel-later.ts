import { sendLater } from '../../../lib/api/send-later.ts';
import { removeFiles } from '../attachments/file-input.ts';
import { uploadedIds } from './outbox-files.ts';
import { discard, restore, sendAll } from './outbox.ts';
import type { OutboxItem } from './outbox-rules.ts';

interface Cancelled {
  takeBack: () => void;
  /** Is aborted when the user can no longer take the item back. */
  ended: AbortSignal;
}

/** Cancels an item. The user can take it back for five seconds. Then this deletes its uploaded files from the server. */
export function cancelLater(item: OutboxItem): Cancelled {
  const { clientId } = item;
  discard(clientId);
  const { answer, takeBack, ended } = sendLater(async () =>
    removeFiles(clientId, uploadedIds(item)),
  );
  // The person took it back. If the deletion fails, the server deletes the files after a day.
  answer.catch(() => {});
  // The item may have blocked later ones.
  sendAll();
  return {
    takeBack() {
      if (ended.aborted) return;
      takeBack();
      restore(item);
    },
    ended,
  };
}
