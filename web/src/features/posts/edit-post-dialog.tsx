import type { OriginalPost, Post } from '@roost/contract/posts';
import { Clock } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EMPTY_POST } from './post-problem.ts';
import { changeDraft, useDraft } from './drafts.ts';
import { isSubmitKey } from './submit-key.ts';
import { useEditPost } from './edit-post.ts';
import { minutesAndSeconds, useSecondsToEdit } from './edit-window.ts';
import { isTooLong, LengthCounter } from './length-counter.tsx';
import { useLimits } from '../users/limits.query.ts';
import { WritingBox } from './suggest/writing-box.tsx';

interface EditPostDialogProps {
  post: Post | OriginalPost;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Changes what an own post says while its window is open. */
export function EditPostDialog({ post, open, onOpenChange }: EditPostDialogProps) {
  // Closed by mistake, what was written is there again.
  const slot = `edit:${post._id}`;
  const draft = useDraft(slot).text;
  const text = draft === '' ? post.content : draft;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const seconds = useSecondsToEdit(post.edits);
  const limit = useLimits()?.postLength;
  const edit = useEditPost();
  const noteId = useId();
  const isClosed = seconds === 0;

  async function save() {
    if (busy || isClosed) return;
    if (text.trim() === '' && post.media.length === 0) return setError(EMPTY_POST);
    if (isTooLong(text, limit)) return setError(`Use at most ${limit} characters.`);
    setBusy(true);
    try {
      await edit(post, text.trim());
      changeDraft(slot, { text: '' });
      onOpenChange(false);
    } catch (reason) {
      setError((reason as Error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Edit post"
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() => {
              changeDraft(slot, { text: '' });
              onOpenChange(false);
            }}
          >
            Cancel
          </Button>
          <Button
            disabled={isClosed || text.trim() === post.content}
            busy={busy}
            onClick={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="rounded-input border border-control px-3 has-focus-visible:border-accent-text has-focus-visible:outline-1 has-focus-visible:outline-accent-text has-disabled:opacity-60">
        <WritingBox
          isInFlow
          aria-label="Post text"
          aria-describedby={noteId}
          aria-invalid={error !== undefined}
          dir="auto"
          rows={4}
          value={text}
          readOnly={busy}
          disabled={isClosed}
          onChange={(event) => {
            setError(undefined);
            changeDraft(slot, { text: event.target.value });
          }}
          onKeyDown={(event) => isSubmitKey(event) && void save()}
          className="py-2.5"
        />
      </div>
      <div
        id={noteId}
        className="mt-2 flex min-h-6 items-center justify-between gap-3 text-meta text-muted"
      >
        <EditWindowNote seconds={seconds} chances={post.edits.editchancesleft} error={error} />
        <LengthCounter text={text} limit={limit} />
      </div>
    </Dialog>
  );
}

function EditWindowNote({
  seconds,
  chances,
  error,
}: {
  seconds: number;
  chances: number;
  error: string | undefined;
}) {
  const problem = seconds === 0 ? 'Editing window closed or no chances left.' : error;
  if (problem) {
    return (
      <p role="alert" className="text-danger-text">
        {problem}
      </p>
    );
  }
  return (
    <p className="flex items-center gap-1.5">
      <Clock size={16} strokeWidth={1.75} aria-hidden />
      <span role="timer" className="nums">
        {minutesAndSeconds(seconds)} left
      </span>
      <span aria-hidden>·</span>
      {chances === 1 ? '1 edit left' : `${chances} edits left`}
    </p>
  );
}
