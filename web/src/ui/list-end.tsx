import type { ReactNode } from 'react';
import { LoadError } from './load-error.tsx';
import { LoadMore } from './load-more.tsx';

interface ListEndProps {
  /** What the list's query says of itself. */
  list: {
    isFetching: boolean;
    hasNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: (options?: { cancelRefetch: boolean }) => Promise<unknown>;
  };
  /** How many rows there are. */
  count: number;
  /** How long before the end comes in sight more is asked for: a CSS length. */
  ahead: string;
  /** Said when more could not be had. */
  failed: string;
  /** What stands for the rows to come. */
  children: ReactNode;
}

/** Below the rows of a list: more of them, a second try, or nothing once it is whole. */
export function ListEnd({ list, count, ahead, failed, children }: ListEndProps) {
  if (list.isFetchNextPageError)
    return <LoadError message={failed} onRetry={() => void list.fetchNextPage()} />;
  if (!list.hasNextPage) return null;
  return (
    <LoadMore
      key={count}
      isFetching={list.isFetching}
      ahead={ahead}
      onNear={() => void list.fetchNextPage({ cancelRefetch: false })}
    >
      {children}
    </LoadMore>
  );
}
