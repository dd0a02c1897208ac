import type { ReactNode } from 'react';
import { LoadError } from './load-error.tsx';
import { LoadMore } from './load-more.tsx';

interface ListEndProps {
  /** The state of the list's query. */
  list: {
    isFetching: boolean;
    hasNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: (options?: { cancelRefetch: boolean }) => Promise<unknown>;
  };
  /** The number of rows. */
  count: number;
  /** The distance to the end at which the next page is fetched, as a CSS length. */
  ahead: string;
  /** The message when the next page fails to load. */
  failed: string;
  /** Placeholders of the next rows. */
  children: ReactNode;
}

/** The end of a list: it loads the next page, or offers a second try. It is empty for a complete list. */
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
