import * as words from '#words/compose';
import { NotepadText } from 'lucide-react';
import { useId, useState } from 'react';
import { lazyPart } from '../../../../lib/page/load-chunk.ts';
import { IconButton } from '../../../../ui/controls/icon-button.tsx';
import { OptionalBoundary } from '../../../../ui/states/optional-boundary.tsx';
import { LazyOverlay } from '../../../../ui/overlays/lazy-overlay.tsx';

const KeptDraftsDialog = lazyPart(
  async () => (await import('./kept-drafts-dialog.tsx')).KeptDraftsDialog,
);

const SavedIcon = lazyPart(async () => (await import('../saving/saved-state.tsx')).SavedIcon);
const SavedAnnouncement = lazyPart(
  async () => (await import('../saving/saved-state.tsx')).SavedAnnouncement,
);

interface KeptDraftsButtonProps {
  draftKey: string;
  hasText: boolean;
  onLeave: () => void;
}

/** Opens the list of drafts. Its icon shows whether the text is saved. */
export function KeptDraftsButton({ hasText, ...props }: KeptDraftsButtonProps) {
  const [open, setOpen] = useState<boolean>();
  const stateId = useId();
  const { draftKey } = props;
  return (
    <>
      <IconButton
        label={words.drafts}
        aria-describedby={hasText ? stateId : undefined}
        onClick={() => setOpen(true)}
        className="relative"
      >
        <NotepadText />
        {hasText && (
          <OptionalBoundary>
            <SavedIcon draftKey={draftKey} id={stateId} />
          </OptionalBoundary>
        )}
      </IconButton>
      {hasText && (
        <OptionalBoundary>
          <SavedAnnouncement draftKey={draftKey} />
        </OptionalBoundary>
      )}
      <LazyOverlay open={open === true} onFailed={() => setOpen(false)}>
        {open !== undefined && <KeptDraftsDialog {...props} open={open} onOpenChange={setOpen} />}
      </LazyOverlay>
    </>
  );
}
