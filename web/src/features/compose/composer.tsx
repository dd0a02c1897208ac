import * as words from '#words/compose';
import { clsx } from 'clsx';
import { useId, useState, type FormEvent, type Ref } from 'react';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ErrorNote } from '../../ui/controls/error-note.tsx';
import { OptionalBoundary } from '../../ui/states/optional-boundary.tsx';
import { useViewer } from '../auth/viewer.ts';
import { useFileDrop } from './attachments/file-input.ts';
import { useAttachments } from './attachments/attachments.ts';
import { ComposerFoot } from './composer-foot.tsx';
import { changeDraft, useDraft } from './drafts.ts';
import { isTooLong, overflowNoteId } from './length-counter.tsx';
import { useFocusOnOpen } from './open-box.ts';
import { isSubmitKey } from './submit-key.ts';
import { SuggestionTextarea } from './suggestions/suggestion-textarea.tsx';
import { usePublish } from './use-publish.ts';

const AttachmentStrip = lazyPart(
  async () => (await import('./attachments/attachment-strip.tsx')).AttachmentStrip,
);
const AltReminder = lazyPart(
  async () => (await import('./attachments/alt-texts/alt-reminder.tsx')).AltReminder,
);
const TooLong = lazyPart(async () => (await import('./too-long.tsx')).TooLong);

export interface ComposerProps {
  /** Names the draft. Composers with the same draft key show the same draft. */
  draftKey: string;
  /** Moves the draft with its attachments to the outbox. Resolves to whether it is there. */
  send: () => Promise<boolean>;
  /** Set in a dialog, where the composer has more room. */
  onSent?: (() => void) | undefined;
  /** Set for a reply. */
  reply?: ReplyBox | undefined;
}

export interface ReplyBox {
  box: Ref<HTMLTextAreaElement>;
  /** The composer is below a comment in a thread, where it has less room. */
  isInThread?: boolean;
  onReplied?: () => void;
}

/** The form for a post or a reply. It edits a draft and its attachments. `send` publishes them. */
export function Composer({ draftKey, send, onSent, reply }: ComposerProps) {
  const viewer = useViewer();
  const draft = useDraft(draftKey);
  const attachments = useAttachments(draftKey);
  const { publish, limit, error, clearError, isAsking, stopAsking } = usePublish(draftKey, send);
  /** Id of the file whose alt text the person writes. */
  const [describing, setDescribing] = useState<string>();
  const noteId = useId();
  const boxId = useId();
  const isDialog = onSent !== undefined;
  const { isOver, dropProps } = useFileDrop(draftKey, true);
  const { text } = draft;
  const files = attachments.items;
  const problem = error ?? attachments.notice;

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!(await publish())) return;
    onSent?.();
    reply?.onReplied?.();
  }

  return (
    <form
      ref={useFocusOnOpen(draftKey)}
      {...dropProps}
      onSubmit={(event) => void submit(event)}
      data-composer={draftKey}
      // On phones everything except the text extends below the avatar. `--beside` is its distance.
      className={`flex gap-3 rounded-card outline-offset-4 outline-accent-text ${reply?.isInThread ? '[--beside:0rem]' : '[--beside:3.5rem]'} ${isOver ? 'outline-2 outline-dashed' : ''}`}
    >
      {!reply?.isInThread && <Avatar user={viewer} size={44} />}
      <div className="min-w-0 flex-1">
        <SuggestionTextarea
          ref={reply?.box}
          id={boxId}
          isInFlow={isDialog}
          aria-label={reply ? words.replyText : words.postText}
          aria-describedby={
            clsx(problem && noteId, isTooLong(text, limit) && overflowNoteId(boxId)) || undefined
          }
          aria-invalid={error !== undefined}
          placeholder={reply ? words.writeAReply : words.whatsOnYourMind}
          dir="auto"
          rows={isDialog ? 4 : 1}
          value={text}
          onChange={(event) => {
            clearError();
            changeDraft(draftKey, { text: event.target.value });
          }}
          onKeyDown={(event) => isSubmitKey(event) && void submit()}
          className="min-h-11 py-2.5 text-section placeholder:text-muted"
        />
        {limit !== undefined && isTooLong(text, limit) && (
          <OptionalBoundary>
            <div className="max-md:-ms-(--beside)">
              <TooLong text={text} limit={limit} boxId={boxId} />
            </div>
          </OptionalBoundary>
        )}
        {files.length > 0 && (
          <OptionalBoundary>
            <AttachmentStrip
              draftKey={draftKey}
              items={files}
              describing={describing}
              onDescribe={setDescribing}
            />
          </OptionalBoundary>
        )}
        <ComposerFoot
          draftKey={draftKey}
          text={text}
          visibility={draft.visibility}
          isReply={reply !== undefined}
          limit={limit}
          onLeave={() => onSent?.()}
        >
          {files.length > 0 && (
            <OptionalBoundary>
              <AltReminder
                items={files}
                isAsking={isAsking}
                onAdd={(id) => {
                  stopAsking();
                  setDescribing(id);
                }}
                onSkip={() => void submit()}
              />
            </OptionalBoundary>
          )}
          <div role="alert">{problem && <ErrorNote id={noteId}>{problem}</ErrorNote>}</div>
        </ComposerFoot>
      </div>
    </form>
  );
}
