import { Component, type ReactNode } from 'react';
import { useLocation } from '../../lib/router/router.tsx';
import { retryFailedParts } from '../../lib/page/load-chunk.ts';
import { Broken } from './broken.tsx';

interface BoundaryProps {
  /** Another page starts without the failure of the one before. */
  pageKey: string;
  children: ReactNode;
}

interface BoundaryState {
  failure: { error: unknown } | undefined;
  pageKey: string;
}

/** Error boundary of one page. The parts of the app around the page stay. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation();
  return <Boundary pageKey={`${key} ${pathname}`}>{children}</Boundary>;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined, pageKey: this.props.pageKey };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(
    props: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    return props.pageKey === state.pageKey ? null : { failure: undefined, pageKey: props.pageKey };
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
