import * as words from '#words/compose';
import { Globe, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { OptionalBoundary } from '../../ui/states/optional-boundary.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx';
import { AttachButton } from './attachments/attach-button.tsx';
import { changeDraft, type Draft } from './drafts.ts';
import { KeptDraftsButton } from './kept-drafts/list/kept-drafts-button.tsx';
import { LengthCounter } from './length-counter.tsx';

const FollowersHint = lazyPart(async () => (await import('./followers-hint.tsx')).FollowersHint);

/** Without the icons, English words fit in one row on a phone, and with large text. */
const onlyWide = '@max-[27rem]:hidden';

const audiences = [
  { value: 'public', label: words.everyone, icon: <Globe className={onlyWide} /> },
  {
    value: 'followers',
    label: words.followers,
    icon: <UsersRound className={onlyWide} />,
  },
] as const;

interface ComposerFootProps {
  draftKey: string;
  text: string;
  visibility: Draft['visibility'];
  /** A comment inherits the visibility of its post, so there is no choice. */
  isReply: boolean;
  limit: number | undefined;
  /** A draft opened in another box. */
  onLeave: () => void;
  /** The question or problem after a press on Post. It stays in sight above the button. */
  children: ReactNode;
}

/** Below the text: attachments, audience, length counter and the Post button. */
export function ComposerFoot({ draftKey, onLeave, children, ...draft }: ComposerFootProps) {
  return (
    // In a sheet it stays in sight below a long text and its pictures. The negative inset is the padding of the sheet.
    <div className="flow-root max-md:-ms-(--beside) max-md:in-[[role=dialog]]:sticky max-md:in-[[role=dialog]]:-bottom-6 max-md:in-[[role=dialog]]:z-2 max-md:in-[[role=dialog]]:bg-raised max-md:in-[[role=dialog]]:pb-3">
      {children}
      <div className="@container">
        <div className="flex flex-wrap items-center justify-between gap-2 pt-2">
          <div className="-ms-2 flex items-center">
            <AttachButton draftKey={draftKey} disabled={false} />
            <KeptDraftsButton draftKey={draftKey} hasText={draft.text !== ''} onLeave={onLeave} />
            {!draft.isReply && (
              <SegmentedControl
                label={words.whoCanSeeThisPost}
                value={draft.visibility}
                options={audiences}
                onChange={(visibility) => changeDraft(draftKey, { visibility })}
                className="ms-1 @max-[27rem]:[&>label]:px-2"
              />
            )}
          </div>
          <div className="ms-auto flex items-center gap-2">
            {/* Keeps its width without text, so that the row does not wrap later. */}
            <span className="flex min-w-6 justify-end">
              <LengthCounter text={draft.text} limit={draft.limit} />
            </span>
            <Button type="submit" size="sm" className="h-9 min-w-14 @max-[27rem]:px-3">
              {draft.isReply ? words.reply : words.post}
            </Button>
          </div>
        </div>
      </div>
      {!draft.isReply && draft.visibility === 'followers' && (
        <OptionalBoundary>
          <FollowersHint />
        </OptionalBoundary>
      )}
    </div>
  );
}
