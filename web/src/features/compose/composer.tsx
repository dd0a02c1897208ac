import * as words from '#words/compose';
import { useId, type FormEvent, type Ref } from 'react';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorNote } from '../../ui/controls/error-note.tsx';
import { OptionalBoundary } from '../../ui/states/optional-boundary.tsx';
import { useViewer } from '../auth/viewer.ts';
import { useFileDrop } from './attachments/file-input.ts';
import { useAttachments } from './attachments/attachments.ts';
import { ComposerFoot } from './composer-foot.tsx';
import { changeDraft, useDraft } from './drafts.ts';
import { isSubmitKey } from './submit-key.ts';
import { SuggestionTextarea } from './suggestions/suggestion-textarea.tsx';
import { usePublish } from './use-publish.ts';

const ComposerFiles = lazyPart(
  async () => (await import('./attachments/composer-files.tsx')).ComposerFiles,
);

export interface ComposerProps {
  /** Names the draft. Composers with the same draft key show the same draft. */
  draftKey: string;
  /** Sends the draft with its attachments. Resolves to whether it was sent. */
  send: () => Promise<boolean>;
  /** Set in a dialog: the composer has more room and keeps the text visible while it sends. */
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
  const noteId = useId();
  const isDialog = onSent !== undefined;
  const isSending = draft.sending !== undefined;
  const { isOver, dropProps } = useFileDrop(draftKey, !isSending);
  const text = isDialog && draft.sending ? draft.sending.text : draft.text;
  const files = isDialog && isSending ? attachments.sending : attachments.items;
  const problem = error ?? attachments.notice ?? draft.unanswered;
  const canRetry = problem !== undefined && problem === draft.unanswered;

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!(await publish())) return;
    onSent?.();
    reply?.onReplied?.();
  }

  return (
    <form
      {...dropProps}
      onSubmit={(event) => void submit(event)}
      data-composer
      // On phones everything except the text extends below the avatar. `--beside` is its distance.
      className={`flex gap-3 rounded-card outline-offset-4 outline-accent-text ${reply?.isInThread ? '[--beside:0rem]' : '[--beside:3.5rem]'} ${isOver ? 'outline-2 outline-dashed' : ''}`}
    >
      {!reply?.isInThread && <Avatar user={viewer} size={44} />}
      <div className="min-w-0 flex-1">
        <SuggestionTextarea
          ref={reply?.box}
          isInFlow={isDialog}
          aria-label={reply ? words.replyText : words.postText}
          aria-describedby={problem ? noteId : undefined}
          aria-invalid={error !== undefined}
          placeholder={reply ? words.writeAReply : words.whatsOnYourMind}
          dir="auto"
          rows={isDialog ? 4 : 1}
          value={text}
          readOnly={(isDialog && isSending) || attachments.isWaiting}
          onChange={(event) => {
            clearError();
            changeDraft(draftKey, { text: event.target.value });
          }}
          onKeyDown={(event) => isSubmitKey(event) && void submit()}
          className="min-h-11 py-2.5 text-section placeholder:text-muted"
        />
        {files.length > 0 && (
          <OptionalBoundary>
            <ComposerFiles
              draftKey={draftKey}
              items={files}
              isFixed={isSending || attachments.isWaiting}
              isAsking={isAsking}
              onAnswer={stopAsking}
              onSkip={() => void submit()}
            />
          </OptionalBoundary>
        )}
        <div role="alert" className="max-md:-ms-14">
          {problem && <ErrorNote id={noteId}>{problem}</ErrorNote>}
          {canRetry && (
            <Button type="submit" size="sm" variant="secondary" className="mt-2">
              {words.tryAgain}
            </Button>
          )}
        </div>
        <ComposerFoot
          draftKey={draftKey}
          text={text}
          visibility={draft.visibility}
          isReply={reply !== undefined}
          limit={limit}
          isSending={isSending}
          isWaiting={attachments.isWaiting}
        />
      </div>
    </form>
  );
}
