import { Globe, UsersRound } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { AttachButton } from './attachments/attach-button.tsx';
import { stopWaiting } from './attachments/tray.ts';
import { changeDraft, type Draft } from './drafts.ts';
import { LengthCounter } from './length-counter.tsx';

const audiences = [
  { value: 'public', label: 'Everyone', icon: <Globe strokeWidth={1.75} aria-hidden /> },
  { value: 'followers', label: 'Followers', icon: <UsersRound strokeWidth={1.75} aria-hidden /> },
] as const;

interface ComposerFootProps {
  slot: string;
  text: string;
  visibility: Draft['visibility'];
  /** A comment is seen by whoever sees what it answers; there is nothing to choose. */
  isReply: boolean;
  limit: number | undefined;
  isSending: boolean;
  /** Posts as soon as the files are there. */
  isWaiting: boolean;
}

/** What goes with the text, and Post. */
export function ComposerFoot({ slot, isSending, isWaiting, ...draft }: ComposerFootProps) {
  return (
    <div className="mt-2 flex flex-wrap max-md:-ml-(--beside) items-center justify-between gap-x-3 gap-y-2">
      <div className="-ml-2 flex items-center gap-1">
        <AttachButton slot={slot} disabled={isSending || isWaiting} />
        {!draft.isReply && (
          <Choice
            label="Who can see this post"
            value={draft.visibility}
            options={audiences}
            onChange={(visibility) => changeDraft(slot, { visibility })}
          />
        )}
      </div>
      <div className="ml-auto flex items-center gap-3">
        {isWaiting ? (
          <Button size="sm" variant="ghost" onClick={() => stopWaiting(slot)} className="h-9">
            Cancel
          </Button>
        ) : (
          <LengthCounter text={draft.text} limit={draft.limit} />
        )}
        <Button
          type="submit"
          size="sm"
          busy={isSending}
          aria-disabled={isSending || isWaiting}
          className="h-9 aria-disabled:bg-accent"
        >
          {isWaiting ? 'Uploading…' : draft.isReply ? 'Reply' : 'Post'}
        </Button>
      </div>
    </div>
  );
}
