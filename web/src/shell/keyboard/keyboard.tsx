import { useState } from 'react';
import { Announcement } from '../../ui/announcement.tsx';
import { useViewer } from '../../features/auth/viewer.ts';
import { keyboardOverlay } from '../../lib/keys/keyboard-overlay.ts';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { useStore } from '../../lib/store.ts';
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx';
import { useKeys } from './use-keys.ts';

const KeyHelp = lazyPart(async () => (await import('./key-help.tsx')).KeyHelp);
const CommandPalette = lazyPart(
  async () => (await import('../palette/command-palette.tsx')).CommandPalette,
);

export interface KeyboardProps {
  /** Opens the composer. */
  onPost: () => void;
  onLogOut: () => Promise<void>;
}

type Overlay = 'help' | 'palette';
const noneOpened: Partial<Record<Overlay, true>> = {};

/** The keys of the app, the list of them, and the command palette. */
export function Keyboard({ onPost, onLogOut }: KeyboardProps) {
  const viewer = useViewer();
  const overlay = useStore(keyboardOverlay);
  const [opened, setOpened] = useState(noneOpened);
  // Stays mounted after the first opening, so the closing is animated.
  if (overlay && !opened[overlay]) setOpened({ ...opened, [overlay]: true });
  const [said, setSaid] = useState({ text: '', number: 0 });
  const say = (text: string) => setSaid(({ number }) => ({ text, number: number + 1 }));
  useKeys({ viewer, onPost, say });

  /** Closes this overlay only, because another one may be open by then. */
  const change = (name: Overlay) => (isOpen: boolean) => {
    if (isOpen) keyboardOverlay.set(name);
    else if (keyboardOverlay.get() === name) keyboardOverlay.set(undefined);
  };

  return (
    <>
      {/* A repeated text is a new element, so screen readers read it again. */}
      <Announcement key={said.number}>{said.text}</Announcement>
      <LazyOverlay open={overlay === 'help'} onFailed={() => change('help')(false)}>
        {opened.help && <KeyHelp open={overlay === 'help'} onOpenChange={change('help')} />}
      </LazyOverlay>
      <LazyOverlay open={overlay === 'palette'} onFailed={() => change('palette')(false)}>
        {opened.palette && (
          <CommandPalette
            open={overlay === 'palette'}
            onOpenChange={change('palette')}
            onPost={onPost}
            onLogOut={onLogOut}
            say={say}
          />
        )}
      </LazyOverlay>
    </>
  );
}
