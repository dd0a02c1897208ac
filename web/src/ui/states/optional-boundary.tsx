import { Component, Suspense, type ReactNode } from 'react';
import { ChunkLoadError, retryFailedParts } from '../../lib/page/load-chunk.ts';

interface State {
  failure?: { error: unknown } | undefined;
}

/** Error boundary for an optional part of a page. If its code fails to load, the page stays, and the part loads later. */
export class OptionalBoundary<Props extends { children: ReactNode }> extends Component<
  Props,
  State
> {
  override state: State = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Delay before the last attempt, in ms. It doubles each time, because the code may never load. */
  #delay = 2_000;

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(_error: unknown) {
    this.#timer = setTimeout(this.retry, (this.#delay *= 2));
    addEventListener('online', this.retry);
  }

  override componentWillUnmount() {
    this.#stopWaiting();
  }

  #stopWaiting() {
    clearTimeout(this.#timer);
    removeEventListener('online', this.retry);
  }

  readonly retry = () => {
    this.#stopWaiting();
    retryFailedParts();
    this.setState({ failure: undefined });
  };

  override render() {
    const { failure } = this.state;
    // Any other error is a bug. The page's error boundary shows it.
    if (failure && !(failure.error instanceof ChunkLoadError)) throw failure.error;
    return !failure && <Suspense fallback={null}>{this.props.children}</Suspense>;
  }
}
