import { Component, Suspense, type ReactNode } from 'react';
import { ChunkLoadError, retryFailedParts } from '../lib/load-chunk.ts';
import { toast } from './toasts.ts';

interface LazyOverlayProps {
  open: boolean;
  /** Its code could not be fetched; the words have been said. */
  onFailed: () => void;
  children: ReactNode;
}

interface State {
  failure?: { error: unknown } | undefined;
}

/** Around a dialog or menu whose code is fetched when it opens: should that fail, the page behind it stays. */
export class LazyOverlay extends Component<LazyOverlayProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof ChunkLoadError)) return;
    toast.error(`${error.message} Check your connection and try again.`);
    this.props.onFailed();
  }

  override componentDidUpdate({ open: wasOpen }: LazyOverlayProps) {
    if (!this.state.failure || wasOpen || !this.props.open) return;
    retryFailedParts();
    this.setState({ failure: undefined });
  }

  override render() {
    const { failure } = this.state;
    // Anything else is a fault, and the page's to show.
    if (failure && !(failure.error instanceof ChunkLoadError)) throw failure.error;
    if (failure) return null;
    return <Suspense fallback={null}>{this.props.children}</Suspense>;
  }
}
