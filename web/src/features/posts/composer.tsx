import type { OriginalPost, Post } from '@roost/contract/posts';
import { Suspense, useId, type FormEvent, type Ref } from 'react';
import { lazyPart } from '../../lib/load-chunk.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { FieldNote } from '../../ui/field-note.tsx';
import { useViewer } from '../auth/viewer.ts';
import { useFileDrop } from './attachments/file-input.ts';
import { useTray } from './attachments/tray.ts';
import { ComposerFoot } from './composer-foot.tsx';
import { changeDraft, useDraft } from './drafts.ts';
import { isSubmitKey } from './submit-key.ts';
import { WritingBox } from './suggest/writing-box.tsx';
import { usePublish } from './use-publish.ts';

const ComposerFiles = lazyPart(
  async () => (await import('./attachments/composer-files.tsx')).ComposerFiles,
);

export interface ComposerProps {
  /** In a dialog: stays as it is while sending, with more room; called once sent. */
  onSent?: () => void;
  /** What is answered; without it a post of its own is written. */
  reply?: ReplyTarget;
}

export interface ReplyTarget {
  to: Post | OriginalPost;
  box: Ref<HTMLTextAreaElement>;
  /** Under a comment in its thread, where there is less room. */
  isInThread?: boolean;
  onReplied?: () => void;
}

/** Names the draft of a post, or of the reply to one. */
export function slotOf(viewerId: string, replyTo?: { _id: string }): string {
  return replyTo ? `${viewerId}:reply:${replyTo._id}` : `${viewerId}:post`;
}

/** Where a post or a reply is written. The draft is one per person and thing, whichever box it was begun in. */
export function Composer({ onSent, reply }: ComposerProps) {
  const viewer = useViewer();
  const slot = slotOf(viewer._id, reply?.to);
  const draft = useDraft(slot);
  const tray = useTray(slot);
  const { publish, limit, error, clearError, isAsking, stopAsking } = usePublish(slot, reply?.to);
  const noteId = useId();
  const isDialog = onSent !== undefined;
  const isSending = draft.sending !== undefined;
  const { isOver, dropProps } = useFileDrop(slot, !isSending);
  const text = isDialog && draft.sending ? draft.sending.text : draft.text;
  const files = isDialog && isSending ? tray.sending : tray.items;
  const problem = error ?? tray.notice;

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
      // On phones all but the text reaches below the avatar, where there is one: so far.
      className={`flex gap-3 rounded-card outline-offset-4 outline-accent-text ${reply?.isInThread ? '[--beside:0rem]' : '[--beside:3.5rem]'} ${isOver ? 'outline-2 outline-dashed' : ''}`}
    >
      {!reply?.isInThread && <Avatar user={viewer} size={44} />}
      <div className="min-w-0 flex-1">
        <WritingBox
          ref={reply?.box}
          isInFlow={isDialog}
          aria-label={reply ? 'Reply text' : 'Post text'}
          aria-describedby={problem ? noteId : undefined}
          aria-invalid={error !== undefined}
          placeholder={reply ? 'Write a reply' : 'What’s on your mind?'}
          dir="auto"
          rows={isDialog ? 4 : 1}
          value={text}
          readOnly={(isDialog && isSending) || tray.isWaiting}
          onChange={(event) => {
            clearError();
            changeDraft(slot, { text: event.target.value });
          }}
          onKeyDown={(event) => isSubmitKey(event) && void submit()}
          className="min-h-11 py-2.5 text-section placeholder:text-muted"
        />
        {files.length > 0 && (
          <Suspense fallback={null}>
            <ComposerFiles
              slot={slot}
              items={files}
              isFixed={isSending || tray.isWaiting}
              isAsking={isAsking}
              onAnswer={stopAsking}
              onSkip={() => void submit()}
            />
          </Suspense>
        )}
        <div role="alert" className="max-md:-ml-14">
          {problem && <FieldNote id={noteId} error={problem} />}
        </div>
        <ComposerFoot
          slot={slot}
          text={text}
          visibility={draft.visibility}
          isReply={reply !== undefined}
          limit={limit}
          isSending={isSending}
          isWaiting={tray.isWaiting}
        />
      </div>
    </form>
  );
}
