import * as words from '#words/compose';
import { Globe, UsersRound } from 'lucide-react';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { OptionalBoundary } from '../../ui/states/optional-boundary.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx';
import { AttachButton } from './attachments/attach-button.tsx';
import { stopWaiting } from './attachments/attachments.ts';
import { changeDraft, type Draft } from './drafts.ts';
import { LengthCounter } from './length-counter.tsx';

const FollowersHint = lazyPart(async () => (await import('./followers-hint.tsx')).FollowersHint);

const audiences = [
  { value: 'public', label: words.everyone, icon: <Globe /> },
  {
    value: 'followers',
    label: words.followers,
    icon: <UsersRound />,
  },
] as const;

interface ComposerFootProps {
  draftKey: string;
  text: string;
  visibility: Draft['visibility'];
  /** A comment inherits the visibility of its post, so there is no choice. */
  isReply: boolean;
  limit: number | undefined;
  isSending: boolean;
  /** The draft is sent when the uploads are done. */
  isWaiting: boolean;
}

/** Below the text: attachments, audience, length counter and the Post button. */
export function ComposerFoot({ draftKey, isSending, isWaiting, ...draft }: ComposerFootProps) {
  return (
    <>
      <div className="mt-2 flex flex-wrap max-md:-ms-(--beside) items-center justify-between gap-x-3 gap-y-2">
        <div className="-ms-2 flex items-center gap-1">
          <AttachButton draftKey={draftKey} disabled={isSending || isWaiting} />
          {!draft.isReply && (
            <SegmentedControl
              label={words.whoCanSeeThisPost}
              value={draft.visibility}
              options={audiences}
              onChange={(visibility) => changeDraft(draftKey, { visibility })}
            />
          )}
        </div>
        <div className="ms-auto flex items-center gap-3">
          {isWaiting ? (
            <Button size="sm" variant="ghost" onClick={() => stopWaiting(draftKey)} className="h-9">
              {words.cancel}
            </Button>
          ) : (
            // Keeps its width without text, so that the row does not wrap later.
            <span className="flex min-w-6 justify-end">
              <LengthCounter text={draft.text} limit={draft.limit} />
            </span>
          )}
          <Button
            type="submit"
            size="sm"
            busy={isSending}
            aria-disabled={isSending || isWaiting}
            className="h-9 aria-disabled:bg-accent"
          >
            {isWaiting ? words.uploading : draft.isReply ? words.reply : words.post}
          </Button>
        </div>
      </div>
      {!draft.isReply && draft.visibility === 'followers' && (
        <OptionalBoundary>
          <FollowersHint />
        </OptionalBoundary>
      )}
    </>
  );
}
