import { lengthOf } from '@roost/contract/text';
import { useQuery } from '@tanstack/react-query';
import { SendHorizontal } from 'lucide-react';
import {
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
} from 'react';
import { useConnection } from '../../../lib/connection.ts';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { AutoTextarea } from '../../../ui/auto-textarea.tsx';
import { FieldNote } from '../../../ui/field-note.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { AttachButton } from '../../posts/attachments/attach-button.tsx';
import { preloadUploads } from '../../posts/attachments/file-input.ts';
import { stopWaiting, useTray } from '../../posts/attachments/tray.ts';
import { changeDraft, useDraft } from '../../posts/drafts.ts';
import { isTooLong, LengthCounter } from '../../posts/length-counter.tsx';
import { limitsQuery } from '../../users/limits.query.ts';
import type { Participant } from '../conversations/other-participant.ts';
import { MarkIcon } from '../marks/mark-icon.tsx';
import { NOT_UPLOADED, sendWritten } from './send-written.ts';
import { useTellTyping } from '../typing/typing.ts';

const PictureStrip = lazyPart(async () => (await import('./picture-strip.tsx')).PictureStrip);

const ONE_BY_ONE = 'The message before this one is still on its way. Send this one after it.';

/** From here on what is left is told. */
const NEAR_END = 0.85;

interface MessageComposerProps {
  /** Names its draft. */
  slot: string;
  conversationId: string;
  person: Participant;
  /** Pictures are held over the chat. */
  isOver: boolean;
}

/** Names the draft of a conversation, and the pictures in it. */
export function chatSlot(viewerId: string, conversationId: string): string {
  return `${viewerId}:chat:${conversationId}`;
}

/** Where a message is written. Its draft is kept per conversation. */
export function MessageComposer(props: MessageComposerProps) {
  const { slot, conversationId, person, isOver } = props;
  const viewerId = useViewerId();
  const { text, sending } = useDraft(slot);
  const tray = useTray(slot);
  const { data: limits } = useQuery(limitsQuery);
  const limit = limits?.everyone.messageLength;
  const [problem, setProblem] = useState<string>();
  const typing = useTellTyping(conversationId, person._id);
  const noteId = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const isConnected = useConnection() === 'open';
  // The pictures that are waited for belong to what was sent already.
  const isEmpty = text.trim() === '' && (tray.isWaiting || tray.items.length === 0);
  const hasFailed = tray.items.some(({ state }) => state.step === 'failed');
  const isSettled =
    (problem === NOT_UPLOADED && !hasFailed) || (problem === ONE_BY_ONE && !tray.isWaiting);
  const shownProblem = (isSettled ? undefined : problem) ?? tray.notice;

  useEffect(() => {
    // So that a picture can be chosen with the line down, too.
    PictureStrip.preload();
    preloadUploads();
  }, [isConnected]);

  useEffect(() => {
    const { current } = box;
    // A keyboard that comes up by itself would hide what one came to read.
    if (!current || matchMedia('(pointer: coarse)').matches) return;
    // Whoever went on to write elsewhere while the chat was on its way is left there.
    if (!document.activeElement?.contains(current)) return;
    current.focus({ preventScroll: true });
    current.setSelectionRange(current.value.length, current.value.length);
  }, []);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (isEmpty) return;
    if (tray.isWaiting) return setProblem(ONE_BY_ONE);
    if (isTooLong(text, limit)) return setProblem(`A message can have up to ${limit} characters.`);
    typing.stopped();
    setProblem(await sendWritten(slot, { viewerId, conversationId, receiverId: person._id }));
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
      {tray.items.length > 0 && (
        <Suspense fallback={null}>
          <PictureStrip
            slot={slot}
            items={tray.items}
            isFixed={tray.isWaiting}
            isConnected={isConnected}
          />
        </Suspense>
      )}
      {tray.isWaiting && sending?.text.trim() && <Waiting text={sending.text.trim()} />}
      <div role="alert" className="px-1">
        {shownProblem && <FieldNote id={noteId} error={shownProblem} />}
      </div>
      <div
        className={`flex items-end gap-1 rounded-dialog border bg-raised p-1 transition-colors focus-within:border-accent-text ${isOver ? 'border-dashed border-accent-text' : 'border-control'}`}
      >
        <AttachButton slot={slot} disabled={tray.isWaiting} into="message" />
        <AutoTextarea
          ref={box}
          aria-label={`Message to ${person.fullName}`}
          aria-describedby={shownProblem ? noteId : undefined}
          aria-invalid={problem !== undefined && !isSettled}
          placeholder="Write a message"
          dir="auto"
          enterKeyHint={isOnScreen() ? 'enter' : 'send'}
          maxHeight={160}
          value={text}
          onChange={({ target }) => {
            setProblem(undefined);
            changeDraft(slot, { text: target.value });
            if (target.value.trim() === '') typing.stopped();
            else typing.typed();
          }}
          onKeyDown={onKeyDown}
          className="min-h-9 flex-1 px-1 py-1.75 text-body pointer-coarse:min-h-11 pointer-coarse:py-2.75"
        />
        {limit !== undefined && lengthOf(text.trim()) >= limit * NEAR_END && (
          <span className="flex h-9 items-center pointer-coarse:h-11">
            <LengthCounter text={text} limit={limit} />
          </span>
        )}
        {tray.isWaiting ? (
          <IconButton label="Uploading, press to cancel" onClick={() => stopWaiting(slot)}>
            <Spinner />
          </IconButton>
        ) : (
          <Tooltip label="Send">
            <button
              type="submit"
              aria-label="Send"
              aria-disabled={isEmpty}
              // So that the keyboard of a phone stays up.
              onPointerDown={(event) => event.preventDefault()}
              className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-hover aria-disabled:bg-transparent aria-disabled:text-muted pointer-coarse:size-11"
            >
              <SendHorizontal size={18} strokeWidth={1.75} aria-hidden />
            </button>
          </Tooltip>
        )}
      </div>
    </form>
  );
}

/** What goes with the pictures once they are there. */
function Waiting({ text }: { text: string }) {
  return (
    <div className="flex items-end justify-end gap-1 pb-2 text-meta text-muted">
      <p
        dir="auto"
        className="max-w-76 rounded-dialog bg-accent px-3.5 py-2 text-body text-on-accent [overflow-wrap:anywhere]"
      >
        <span className="line-clamp-3 whitespace-pre-wrap">{text}</span>
      </p>
      <MarkIcon mark="sending" />
    </div>
  );
}

/** Enter then takes what an input method offers; Safari says so by the old code only. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

/** On a keyboard on the screen Enter makes a line: Shift is far away there, and Send is near. */
function isOnScreen(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
