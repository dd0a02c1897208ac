import * as words from '#words/posts';
import { trimText } from '@roost/contract/text/text';
import type { OriginalPost, Post } from '@roost/contract/posts';
import { Clock } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { EMPTY_POST_TEXT } from '../../compose/post-problem.ts';
import { changeDraft, useDraft } from '../../compose/drafts.ts';
import { isSubmitKey } from '../../compose/submit-key.ts';
import { useEditPost } from './edit-post.ts';
import { timeLeft, useSecondsToEdit } from './edit-window.ts';
import { isTooLong, LengthCounter } from '../../compose/length-counter.tsx';
import { useLimits } from '../../users/limits.query.ts';
import { SuggestionTextarea } from '../../compose/suggestions/suggestion-textarea.tsx';

interface EditPostDialogProps {
  post: Post | OriginalPost;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Edits the text of one of the viewer's posts, while the edit window is open. */
export function EditPostDialog({ post, open, onOpenChange }: EditPostDialogProps) {
  // The draft survives a dialog that was closed by mistake.
  const draftKey = `edit:${post._id}`;
  const draft = useDraft(draftKey).text;
  /** The person deleted the whole text. An empty draft alone means that nothing was changed. */
  const [isEmptied, setEmptied] = useState(false);
  const text = draft === '' && !isEmptied ? post.content : draft;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const seconds = useSecondsToEdit(post.edits);
  const limit = useLimits()?.postLength;
  const edit = useEditPost();
  const noteId = useId();
  const isClosed = seconds === 0;

  async function save() {
    if (busy || isClosed) return;
    if (trimText(text) === '' && post.media.length === 0) return setError(EMPTY_POST_TEXT);
    if (limit !== undefined && isTooLong(text, limit))
      return setError(words.useAtMostCharacters({ limit }));
    setBusy(true);
    try {
      await edit(post, trimText(text));
      changeDraft(draftKey, { text: '' });
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
      title={words.editPost}
      keepsText
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() => {
              changeDraft(draftKey, { text: '' });
              onOpenChange(false);
            }}
          >
            {words.cancel}
          </Button>
          <Button
            disabled={isClosed || trimText(text) === post.content}
            busy={busy}
            onClick={() => void save()}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <div className="rounded-input border border-control px-3 has-focus-visible:border-accent-text has-focus-visible:outline-1 has-focus-visible:outline-accent-text has-disabled:opacity-60">
        <SuggestionTextarea
          isInFlow
          aria-label={words.postText}
          aria-describedby={noteId}
          aria-invalid={error !== undefined}
          dir="auto"
          rows={4}
          value={text}
          readOnly={busy}
          disabled={isClosed}
          onChange={(event) => {
            setError(undefined);
            setEmptied(event.target.value === '');
            changeDraft(draftKey, { text: event.target.value });
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
  const problem = seconds === 0 ? words.editingClosed : error;
  if (problem) {
    return (
      <p role="alert" className="text-danger-text">
        {problem}
      </p>
    );
  }
  return (
    <p className="flex items-center gap-1.5">
      <Clock size={16} />
      <span role="timer" className="nums">
        {timeLeft(seconds)}
      </span>
      <span aria-hidden>·</span>
      {words.editsLeft({ count: chances })}
    </p>
  );
}
