import * as words from '#words/ui';
import type { ReactNode } from 'react';
import { ChunkLoadError } from '../../lib/page/load-chunk.ts';
import { OptionalBoundary } from '../states/optional-boundary.tsx';
import { toast } from './toasts.ts';

interface LazyOverlayProps {
  open: boolean;
  /** Called when its code fails to load, after the toast. */
  onFailed: () => void;
  children: ReactNode;
}

/** Wraps a dialog or menu whose code loads when it opens. If that fails, the page behind it stays. */
export class LazyOverlay extends OptionalBoundary<LazyOverlayProps> {
  override componentDidCatch(error: unknown) {
    if (!(error instanceof ChunkLoadError)) return;
    toast.error(words.checkYourConnectionAndTryAgain({ message: error.message }));
    this.props.onFailed();
  }

  override componentDidUpdate({ open: wasOpen }: LazyOverlayProps) {
    if (this.state.failure && !wasOpen && this.props.open) this.retry();
  }
}
