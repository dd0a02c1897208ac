import { useRef, useState } from 'react';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import type { DialogProps } from './dialog-props.ts';
import { LazyOverlay } from './lazy-overlay.tsx';
import { useClosedByBack } from './sheet-history.ts';

const DialogPanel = lazyPart(async () => (await import('./dialog-panel.tsx')).DialogPanel);

/** A modal dialog, which Back closes. Below 768 px it is a bottom sheet. Its code loads with the first opening. */
export function Dialog(props: DialogProps) {
  // Stays mounted after the first opening, so the closing is animated.
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);
  /** The open half sets this. It asks first if something would be lost. */
  const mayClose = useRef(() => true);
  useClosedByBack(props.open, () => mayClose.current() && props.onOpenChange(false));
  if (!opened) return null;
  return (
    <LazyOverlay open={props.open} onFailed={() => props.onOpenChange(false)}>
      <DialogPanel {...props} mayClose={mayClose} />
    </LazyOverlay>
  );
}
