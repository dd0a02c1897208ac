import { Suspense, useId, type FormEvent } from 'react';
import { lazyPart } from '../../lib/load-chunk.ts';
import { AutoTextarea } from '../../ui/auto-textarea.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { FieldNote } from '../../ui/field-note.tsx';
import { useViewer } from '../auth/viewer.ts';
import { useFileDrop } from './attachments/file-input.ts';
import { useTray } from './attachments/tray.ts';
import { ComposerFoot } from './composer-foot.tsx';
import { changeDraft, useDraft } from './drafts.ts';
import { isSubmitKey } from './submit-key.ts';
import { usePublish } from './use-publish.ts';

const ComposerFiles = lazyPart(
  async () => (await import('./attachments/composer-files.tsx')).ComposerFiles,
);

export interface ComposerProps {
  /** In a dialog: stays as it is while sending, with more room; called once sent. */
  onSent?: () => void;
}

/** Where a post is written. The draft is one per person, whichever box it was begun in. */
export function Composer({ onSent }: ComposerProps) {
  const viewer = useViewer();
  const slot = `${viewer._id}:post`;
  const draft = useDraft(slot);
  const tray = useTray(slot);
  const { publish, limit, error, clearError, isAsking, stopAsking } = usePublish(slot);
  const noteId = useId();
  const isDialog = onSent !== undefined;
  const isSending = draft.sending !== undefined;
  const { isOver, dropProps } = useFileDrop(slot, !isSending && !tray.isWaiting);
  const text = isDialog && draft.sending ? draft.sending.text : draft.text;
  const files = isDialog && isSending ? tray.sending : tray.items;
  const problem = error ?? tray.notice;

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (await publish()) onSent?.();
  }

  return (
    <form
      {...dropProps}
      onSubmit={(event) => void submit(event)}
      className={`flex gap-3 rounded-card outline-offset-4 outline-accent-text ${isOver ? 'outline-2 outline-dashed' : ''}`}
    >
      <Avatar user={viewer} size={44} />
      <div className="min-w-0 flex-1">
        <AutoTextarea
          aria-label="Post text"
          aria-describedby={problem ? noteId : undefined}
          aria-invalid={error !== undefined}
          placeholder="What’s on your mind?"
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
          limit={limit}
          isSending={isSending}
          isWaiting={tray.isWaiting}
        />
      </div>
    </form>
  );
}
