import * as words from '#words/posts';
import { useRef, type ReactNode } from 'react';
import { useHasNetwork } from '../../../lib/socket/network.ts';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';
import { isAwaitingReturn, returnFiles } from '../../compose/attachments/attachments.ts';
import { returnToDraft } from '../../compose/drafts.ts';
import { openBox } from '../../compose/open-box.ts';
import { attemptsStore } from '../../compose/outbox/outbox-attempts.ts';
import { cancelLater } from '../../compose/outbox/cancel-later.ts';
import { discard, outboxStore, retry } from '../../compose/outbox/outbox.ts';
import { hasSendablePart, isTooOld } from '../../compose/outbox/outbox-rules.ts';
import { temporaryId } from '../post-identity.ts';
import { draftKeyOf, isQueuedPost, type QueuedPost } from './queued-post.ts';
import { rememberReturned } from './returned-post.ts';

/** Below a post that the server does not have yet: what it waits for, or why it failed, and what can be done. */
export function PendingState({ postId }: { postId: string }) {
  const items = useStore(outboxStore);
  const item = items.find(({ clientId }) => temporaryId(clientId) === postId);
  const isSending = useStore(attemptsStore).has(item?.clientId ?? '');
  const hasNetwork = useHasNetwork();
  const row = useRef<HTMLDivElement>(null);
  if (!item || !isQueuedPost(item)) return null;
  // The buttons disappear after the press, so the focus moves first.
  const decide = (act: (item: QueuedPost) => void) => () => {
    row.current?.closest('article')?.focus({ preventScroll: true });
    act(item);
  };
  const { problem, isUnfit, filesLeft = 0, lane } = item;
  // The item also waits if an earlier one of its lane does.
  const isWaiting = items.some((other) => other.lane === lane && other.isWaiting);
  const edit = <Action label={words.edit} onPress={decide(returnToBox)} />;
  return (
    <div ref={row} className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1.5 py-1 text-meta">
      {problem ? (
        <>
          <p role="alert" className="basis-full text-danger-text [overflow-wrap:anywhere]">
            {words.failed({ problem })}
          </p>
          {(!isUnfit || hasSendablePart(item)) && !isTooOld(item) && (
            <Action
              label={isUnfit ? words.postTheRest : words.tryAgain}
              onPress={decide(({ clientId }) => retry(clientId))}
            />
          )}
          {edit}
          <Action label={words.delete} onPress={decide(remove)} />
        </>
      ) : (
        <>
          <p role="status" className="me-auto text-muted">
            {isWaiting || !hasNetwork
              ? words.waitingForTheNetwork
              : filesLeft > 0
                ? (isAwaitingReturn(item.clientId) ? words.waitingForFiles : words.uploadingFiles)({
                    count: filesLeft,
                  })
                : words.posting}
          </p>
          {(isWaiting || !hasNetwork || filesLeft > 0) && !isSending && edit}
        </>
      )}
    </div>
  );
}

function Action({ label, onPress }: { label: ReactNode; onPress: () => void }) {
  return (
    <Button size="sm" variant="secondary" onClick={onPress}>
      {label}
    </Button>
  );
}

/** Puts text and files back into the box in which they were written. */
function returnToBox(item: QueuedPost): void {
  const { clientId, content: text, visibility, media } = item;
  // An attempt may have begun since the button was drawn.
  if (attemptsStore.get().has(clientId)) return;
  const draftKey = draftKeyOf(item);
  rememberReturned(item);
  returnFiles(clientId, draftKey, media);
  discard(clientId);
  returnToDraft(draftKey, { text, visibility });
  void openBox(draftKey, item.parent?._id ?? null);
  toast.info(words.textIsBack);
}

/** Removes a post from the outbox. Undo brings it back with its files. */
function remove(item: QueuedPost): void {
  const { takeBack, ended } = cancelLater(item);
  toast.undo(words.unsentDeleted, takeBack, ended);
}
