import { useState, type ReactNode, type RefObject } from 'react';
import { lazyPart } from '../lib/load-chunk.ts';
import { LazyOverlay } from './lazy-overlay.tsx';
import { useClosedByBack } from './sheet-history.ts';

const DialogPanel = lazyPart(async () => (await import('./dialog-panel.tsx')).DialogPanel);

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence under the title, read out with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, at the end and always in view. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** `side` is a drawer at the end of the window. */
  place?: 'middle' | 'side';
  /** `alert` can't be left by pressing beside it. */
  role?: 'dialog' | 'alert';
  /** Where the focus goes first; without it the first field, else the panel. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Where it goes on closing, should what opened it be gone; without it to what opened it. */
  finalFocus?: () => HTMLElement | null;
}

/** A modal dialog; a sheet from the bottom under 768 px, which Back closes. Its machinery is fetched when the first one opens. */
export function Dialog(props: DialogProps) {
  // Stays mounted after the first opening, so that closing is animated.
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);
  useClosedByBack(props.open, () => props.onOpenChange(false));
  if (!opened) return null;
  return (
    <LazyOverlay open={props.open} onFailed={() => props.onOpenChange(false)}>
      <DialogPanel {...props} />
    </LazyOverlay>
  );
}
