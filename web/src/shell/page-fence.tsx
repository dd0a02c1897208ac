import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { retryFailedParts } from '../lib/load-chunk.ts';
import { Broken } from './broken.tsx';

interface FenceProps {
  /** Another page is tried, whatever became of the one before. */
  place: string;
  children: ReactNode;
}

interface FenceState {
  failure: { error: unknown } | undefined;
  place: string;
}

/** Keeps what goes wrong on a page to that page. */
export function PageFence({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation();
  return <Fence place={`${key} ${pathname}`}>{children}</Fence>;
}

class Fence extends Component<FenceProps, FenceState> {
  override state: FenceState = { failure: undefined, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<FenceState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(props: FenceProps, state: FenceState): FenceState | null {
    return props.place === state.place ? null : { failure: undefined, place: props.place };
  }

  readonly retry = () => {
    retryFailedParts();
    this.setState({ failure: undefined });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure) return <Broken error={failure.error} onRetry={this.retry} />;
    return this.props.children;
  }
}
