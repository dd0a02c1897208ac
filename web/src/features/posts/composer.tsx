import { Globe, UsersRound } from 'lucide-react';
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react';
import { AutoTextarea } from '../../ui/auto-textarea.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { FieldNote } from '../../ui/field-note.tsx';
import { useViewer } from '../auth/viewer.ts';
import { useCreatePost } from './create-post.ts';
import { changeDraft, useDraft } from './drafts.ts';
import { isTooLong, LengthCounter } from './length-counter.tsx';
import { useLimits } from './limits.query.ts';

export const EMPTY_POST = 'Post must have either content or media.';

const audiences = [
  { value: 'public', label: 'Everyone', icon: <Globe strokeWidth={1.75} aria-hidden /> },
  { value: 'followers', label: 'Followers', icon: <UsersRound strokeWidth={1.75} aria-hidden /> },
] as const;

export interface ComposerProps {
  /** In a dialog: stays as it is while sending, with more room; called once sent. */
  onSent?: () => void;
}

/** Where a post is written. The draft is one per person, whichever box it was begun in. */
export function Composer({ onSent }: ComposerProps) {
  const viewer = useViewer();
  const slot = `${viewer._id}:post`;
  const draft = useDraft(slot);
  const publish = useCreatePost(slot);
  const limit = useLimits()?.postLength;
  const [error, setError] = useState<string>();
  const noteId = useId();
  const isDialog = onSent !== undefined;
  const isSending = draft.sending !== undefined;
  const shown = isDialog && draft.sending ? draft.sending.text : draft.text;

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (isSending) return;
    const problem = problemOf(draft.text, limit);
    setError(problem);
    if (!problem && (await publish())) onSent?.();
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex gap-3">
      <Avatar user={viewer} size={44} />
      <div className="min-w-0 flex-1">
        <AutoTextarea
          aria-label="Post text"
          aria-describedby={error ? noteId : undefined}
          aria-invalid={error !== undefined}
          placeholder="What’s on your mind?"
          dir="auto"
          rows={isDialog ? 4 : 1}
          value={shown}
          readOnly={isDialog && isSending}
          onChange={(event) => {
            setError(undefined);
            changeDraft(slot, { text: event.target.value });
          }}
          onKeyDown={(event) => isSubmitKey(event) && void submit()}
          className="min-h-11 py-2.5 text-section placeholder:text-muted"
        />
        <div role="alert">{error && <FieldNote id={noteId} error={error} />}</div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <Choice
            label="Who can see this post"
            value={draft.visibility}
            options={audiences}
            onChange={(visibility) => changeDraft(slot, { visibility })}
          />
          <div className="ml-auto flex items-center gap-3">
            <LengthCounter text={shown} limit={limit} />
            <Button type="submit" size="sm" busy={isSending} className="h-9">
              Post
            </Button>
          </div>
        </div>
      </div>
    </form>
  );
}

function problemOf(text: string, limit: number | undefined): string | undefined {
  if (text.trim() === '') return EMPTY_POST;
  return isTooLong(text, limit) ? `Use at most ${limit} characters.` : undefined;
}

/** Ctrl+Enter, and Cmd+Enter on a Mac. */
export function isSubmitKey({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing;
}
