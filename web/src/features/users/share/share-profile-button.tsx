import * as words from '#words/users';
import type { Profile } from '@roost/contract/users';
import { Share } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';

const ShareProfileDialog = lazyPart(
  async () => (await import('./share-profile-dialog.tsx')).ShareProfileDialog,
);

/** Opens the ways to share a profile. */
export function ShareProfileButton({ person }: { person: Profile }) {
  const [open, setOpen] = useState(false);
  // The dialog stays mounted after its first opening, so that it can animate its closing.
  const [opened, setOpened] = useState(false);
  return (
    <>
      <IconButton
        label={words.shareProfile}
        aria-haspopup="dialog"
        className="-me-2"
        onPointerEnter={ShareProfileDialog.preload}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <Share />
      </IconButton>
      {opened && (
        <LazyOverlay open={open} onFailed={() => setOpen(false)}>
          <ShareProfileDialog person={person} open={open} onOpenChange={setOpen} />
        </LazyOverlay>
      )}
    </>
  );
}
