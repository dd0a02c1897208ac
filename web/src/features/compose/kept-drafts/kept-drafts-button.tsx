import * as words from '#words/compose';
import { NotepadText } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';

const KeptDraftsDialog = lazyPart(
  async () => (await import('./kept-drafts-dialog.tsx')).KeptDraftsDialog,
);

/** Opens the list of drafts. */
export function KeptDraftsButton(props: { draftKey: string; onLeave: () => void }) {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <IconButton label={words.drafts} onClick={() => setOpen(true)}>
        <NotepadText />
      </IconButton>
      <LazyOverlay open={open === true} onFailed={() => setOpen(false)}>
        {open !== undefined && <KeptDraftsDialog {...props} open={open} onOpenChange={setOpen} />}
      </LazyOverlay>
    </>
  );
}
