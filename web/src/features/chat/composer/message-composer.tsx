import * as words from '#words/chat';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { SendHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useConnection } from '../../../lib/socket/connection.ts';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { AutoTextarea } from '../../../ui/controls/auto-textarea.tsx';
import { ErrorNote } from '../../../ui/controls/error-note.tsx';
import { OptionalBoundary } from '../../../ui/states/optional-boundary.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { AttachButton } from '../../compose/attachments/attach-button.tsx';
import { isUnfit } from '../../compose/attachments/attachment.ts';
import { filesArrived, preloadUploads } from '../../compose/attachments/file-input.ts';
import { attachmentsOf, useAttachments } from '../../compose/attachments/attachments.ts';
import { changeDraft, draftOf, useDraft } from '../../compose/drafts.ts';
import { isTooLong, LengthCounter, overflowNoteId } from '../../compose/length-counter.tsx';
import { limitsQuery } from '../../users/limits.query.ts';
import type { Participant } from '../conversations/other-participant.ts';
import { hasOpenedChat } from '../window/open-chat.ts';
import { sendDraft, UNSENDABLE_PICTURE } from './send-draft.ts';
import { useSendTyping } from './typing.ts';

const TooLong = lazyPart(async () => (await import('../../compose/too-long.tsx')).TooLong);
const PictureStrip = lazyPart(async () => (await import('./picture-strip.tsx')).PictureStrip);

/** The counter appears when this share of the length limit is used. */
const COUNTER_SHOWN_FROM_SHARE = 0.85;

interface MessageComposerProps {
  /** The key of the draft and its attachments. */
  draftKey: string;
  conversationId: string;
  person: Participant;
  /** The user drags files over the chat. */
  isOver: boolean;
}

/** The form for a new message. Each conversation has its own draft. */
export function MessageComposer(props: MessageComposerProps) {
  const { draftKey, conversationId, person, isOver } = props;
  const viewerId = useViewerId();
  const { text } = useDraft(draftKey);
  const attachments = useAttachments(draftKey);
  const { data: limits } = useQuery(limitsQuery);
  const limit = limits?.everyone.messageLength;
  const [problem, setProblem] = useState<string>();
  const typing = useSendTyping(conversationId, person._id);
  const noteId = useId();
  const boxId = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const isConnected = useConnection() === 'open';
  const isEmpty = trimText(text) === '' && attachments.items.length === 0;
  const isProblemSolved = problem === UNSENDABLE_PICTURE && !attachments.items.some(isUnfit);
  const shownProblem = (isProblemSolved ? undefined : problem) ?? attachments.notice;

  useEffect(() => {
    // Load this code now, so that the user can attach a picture while offline.
    PictureStrip.preload();
    preloadUploads();
  }, [isConnected]);

  useEffect(() => {
    const { current } = box;
    // On a touch screen, focus would open the keyboard and hide the messages.
    if (!current || matchMedia('(pointer: coarse)').matches) return;
    // The user may have focused another field while the chat loaded. Do not steal that focus.
    if (!hasOpenedChat() || !document.activeElement?.contains(current)) return;
    current.focus({ preventScroll: true });
    current.setSelectionRange(current.value.length, current.value.length);
  }, []);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!(await filesArrived(draftKey))) return;
    const { text } = draftOf(draftKey);
    if (trimText(text) === '' && attachmentsOf(draftKey).items.length === 0) return;
    if (limit !== undefined && isTooLong(text, limit))
      return setProblem(words.aMessageCanHaveUpToCharacters({ limit }));
    typing.stopped();
    setProblem(sendDraft(draftKey, { viewerId, conversationId, receiverId: person._id }));
    // Return the focus from the attach button to the text. On a touch screen, this would open the keyboard.
    // After a wait for files, the person may have gone elsewhere.
    const hasFocus = box.current?.form?.contains(document.activeElement);
    if (hasFocus && !isOnScreen()) box.current?.focus({ preventScroll: true });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event) || isOnScreen()) return;
    event.preventDefault();
    void submit();
  }

  return (
    <form
      data-composer
      onSubmit={(event) => void submit(event)}
      className="shrink-0 border-t border-line px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      {attachments.items.length > 0 && (
        <OptionalBoundary>
          <PictureStrip draftKey={draftKey} items={attachments.items} isConnected={isConnected} />
        </OptionalBoundary>
      )}
      {limit !== undefined && isTooLong(text, limit) && (
        <OptionalBoundary>
          <div className="mb-2 px-1">
            <TooLong text={text} limit={limit} boxId={boxId} />
          </div>
        </OptionalBoundary>
      )}
      <div role="alert" className="px-1">
        {shownProblem && <ErrorNote id={noteId}>{shownProblem}</ErrorNote>}
      </div>
      <div
        className={`flex items-end gap-1 rounded-dialog border bg-raised p-1 transition-colors focus-within:border-accent-text ${isOver ? 'border-dashed border-accent-text' : 'border-control'}`}
      >
        <AttachButton draftKey={draftKey} disabled={false} into="message" />
        <AutoTextarea
          ref={box}
          id={boxId}
          aria-label={words.messageTo({ fullName: person.fullName })}
          aria-describedby={
            clsx(shownProblem && noteId, isTooLong(text, limit) && overflowNoteId(boxId)) ||
            undefined
          }
          aria-invalid={problem !== undefined && !isProblemSolved}
          placeholder={words.writeAMessage}
          dir="auto"
          enterKeyHint={isOnScreen() ? 'enter' : 'send'}
          maxHeight={160}
          value={text}
          onChange={({ target }) => {
            setProblem(undefined);
            changeDraft(draftKey, { text: target.value });
            if (trimText(target.value) === '') typing.stopped();
            else typing.typed();
          }}
          onKeyDown={onKeyDown}
          className="min-h-9 flex-1 px-1 py-1.75 text-body pointer-coarse:min-h-touch pointer-coarse:py-2.75"
        />
        {limit !== undefined && lengthOf(trimText(text)) >= limit * COUNTER_SHOWN_FROM_SHARE && (
          <span className="flex h-9 items-center pointer-coarse:h-touch">
            <LengthCounter text={text} limit={limit} />
          </span>
        )}
        <button
          type="submit"
          aria-label={words.send}
          data-tooltip={words.send}
          aria-disabled={isEmpty}
          // Keeps the focus in the text, so that the keyboard of a phone stays open.
          onPointerDown={(event) => event.preventDefault()}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-hover aria-disabled:bg-transparent aria-disabled:text-muted pointer-coarse:size-touch"
        >
          <SendHorizontal size={18} />
        </button>
      </div>
    </form>
  );
}

/** Whether Enter confirms a suggestion of an input method. Safari reports this only by key code 229. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

/** Whether the device probably has an on-screen keyboard. Enter then inserts a line break, because Shift+Enter is awkward. */
function isOnScreen(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
