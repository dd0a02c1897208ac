import * as words from '#words/posts';
import { Form } from '@base-ui/react/form';
import { trimText } from '@roost/contract/text/text';
import type { OriginalPost, Post } from '@roost/contract/posts';
import { clsx } from 'clsx';
import { Clock } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { FieldControl, FieldErrorText, FieldRoot } from '../../../ui/controls/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { EMPTY_POST_TEXT } from '../../compose/post-problem.ts';
import { changeDraft, useDraft } from '../../compose/drafts.ts';
import { isSubmitKey } from '../../compose/submit-key.ts';
import { useEditPost } from './edit-post.ts';
import { timeLeft, useSecondsToEdit } from './edit-window.ts';
import { isTooLong, LengthCounter, overflowNoteId } from '../../compose/length-counter.tsx';
import { TooLong } from '../../compose/too-long.tsx';
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
  const draftKey = `${useViewerId()}:edit:${post._id}`;
  const draft = useDraft(draftKey).text;
  /** The person deleted the whole text. An empty draft alone means that nothing was changed. */
  const [isEmptied, setEmptied] = useState(false);
  const text = draft === '' && !isEmptied ? post.content : draft;
  const seconds = useSecondsToEdit(post.edits);
  const limit = useLimits()?.postLength;
  const edit = useEditPost();
  const formId = useId();
  const noteId = useId();
  const boxId = useId();
  const isClosed = seconds === 0;
  const { formProps, field, busy, failure, forgetFailure } = useForm(
    async () => {
      if (isClosed) return;
      await edit(post, trimText(text));
      changeDraft(draftKey, { text: '' });
      onOpenChange(false);
    },
    {
      content: () => {
        if (trimText(text) === '' && post.media.length === 0) return EMPTY_POST_TEXT;
        return limit !== undefined && isTooLong(text, limit)
          ? words.useAtMostCharacters({ limit })
          : undefined;
      },
    },
  );
  const { name, label, rule } = field('content', words.postText);
  const refusal = failure === undefined ? undefined : (failure as Error).message;

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
            type="submit"
            form={formId}
            disabled={isClosed || trimText(text) === post.content}
            busy={busy}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <Form id={formId} {...formProps}>
        <FieldRoot name={name} rule={rule}>
          <div className="rounded-input border border-control px-3 has-focus-visible:border-accent-text has-focus-visible:outline-1 has-focus-visible:outline-accent-text has-disabled:opacity-60">
            <FieldControl
              // Only its type needs the value here. Base UI passes the one below.
              render={<SuggestionTextarea isInFlow rows={4} value={text} />}
              id={boxId}
              aria-label={label}
              aria-describedby={clsx(noteId, isTooLong(text, limit) && overflowNoteId(boxId))}
              dir="auto"
              value={text}
              readOnly={busy}
              disabled={isClosed}
              error={refusal}
              onValueChange={(typed) => {
                forgetFailure();
                setEmptied(typed === '');
                // The text of the post itself is no draft.
                const changed = typed === post.content ? '' : typed;
                changeDraft(draftKey, {
                  text: changed,
                  until: post.edits.editvalidtill,
                  isUnchanged: trimText(typed) === post.content,
                });
              }}
              onKeyDown={(event) => isSubmitKey(event) && event.currentTarget.form?.requestSubmit()}
              className="py-2.5"
            />
          </div>
          {limit !== undefined && <TooLong text={text} limit={limit} boxId={boxId} />}
          <div
            id={noteId}
            className="mt-2 flex min-h-6 items-center justify-between gap-3 text-meta text-muted"
          >
            <FieldErrorText error={refusal}>
              {(error) => (
                <EditWindowNote
                  seconds={seconds}
                  chances={post.edits.editchancesleft}
                  error={error}
                />
              )}
            </FieldErrorText>
            <LengthCounter text={text} limit={limit} />
          </div>
        </FieldRoot>
      </Form>
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
