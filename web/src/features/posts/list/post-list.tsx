import * as words from '#words/posts';
import type { Post } from '@roost/contract/posts';
import { useMemo, useRef, type ReactNode } from 'react';
import { WindowVirtualizer } from 'virtua';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useAfterPaint } from '../../../lib/page/use-after-paint.ts';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { LoadMore } from '../../../ui/states/load-more.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { Logo } from '../../../ui/illustrations/logo.tsx';
import { EmptyNest } from '../../../ui/illustrations/empty-nest.tsx';
import { PostCard, type PostCardProps } from '../card/post-card.tsx';
import type { ListPosition } from './post-list-position.ts';
import type { PostListQuery } from '../post-lists.ts';
import { PostSkeletons } from '../card/post-skeleton.tsx';
import {
  useListPositionKey,
  useListPosition,
  useRememberedPosition,
  useRowsAbove,
} from './use-list-position.ts';
import { keysOf, useOncePerPost } from './use-once-per-post.ts';
import { usePostList } from './use-post-list.ts';

/** Loads the next page this far before the end. A fast reader sees skeletons instead of a jump. */
const LOAD_AHEAD = '1600px';

/**
 * The number of rows rendered before any is measured, so the list is never empty. The virtualizer renders this many
 * until the first scroll. So they must fill the tallest window, also when new rows arrive.
 */
const INITIAL_ROWS = 30;

/** The first paint shows this many rows, because each takes time. The others follow at once. */
const FIRST_ROWS = 4;

export interface PostListProps {
  /** Must keep its identity between renders. */
  query: PostListQuery;
  /** Names the list for screen readers, and distinguishes several lists of one page. */
  label: string;
  empty: string;
  emptyAction?: ReactNode;
  /** The text below the last post. */
  end?: string;
  errorText: (message: string) => string;
  /** Shows only the rows that match. The list then loads to its end by itself, and shows the progress. */
  filter?: ((post: Post) => boolean) | undefined;
  /** Shows each post in one row, also if the viewer has just reposted it. */
  isOncePerPost?: boolean;
  /** A line above each row that has one. */
  TopLine?: PostCardProps['TopLine'];
}

/** An infinite, virtualized list of posts. It restores its position after Back or a reload. */
export function PostList(props: PostListProps) {
  const listKey = useListPositionKey(props.label);
  return <KeyedPostList key={listKey} listKey={listKey} {...props} />;
}

function KeyedPostList({
  listKey,
  query,
  label,
  empty,
  emptyAction,
  end,
  errorText,
  filter,
  isOncePerPost = false,
  TopLine,
}: PostListProps & { listKey: string }) {
  const position = useRememberedPosition(listKey);
  const list = usePostList(query, position, filter !== undefined);
  const listed = useOncePerPost(list.rows, isOncePerPost);
  const allRows = useMemo(
    () => (filter && listed ? listed.filter(filter) : listed),
    [filter, listed],
  );
  const isWhole = useAfterPaint() || position !== undefined;
  const rows = useMemo(
    () => (isWhole ? allRows : allRows?.slice(0, FIRST_ROWS)),
    [isWhole, allRows],
  );
  if (!rows) {
    if (list.error)
      return (
        <LoadError message={errorText(list.error.message)} onRetry={() => void list.refetch()} />
      );
    return <PostSkeletons />;
  }
  if (rows.length === 0 && !list.hasNextPage)
    return <EmptyState drawing={<EmptyNest />} title={empty} action={emptyAction} />;
  return (
    <>
      <Rows
        listKey={listKey}
        position={position}
        rows={rows}
        label={label}
        isBusy={list.isFetching}
        TopLine={TopLine}
        total={list.hasNextPage ? -1 : (allRows?.length ?? -1)}
      />
      {!isWhole ? null : list.isFetchNextPageError ? (
        <LoadError
          message={errorText(list.error?.message ?? '')}
          onRetry={() => void list.fetchNextPage()}
        />
      ) : list.hasNextPage && filter ? (
        <LookingFurther />
      ) : list.hasNextPage ? (
        <LoadMore
          key={rows.length}
          isFetching={list.isFetching}
          ahead={LOAD_AHEAD}
          onNear={() => void list.fetchNextPage({ cancelRefetch: false })}
        >
          <PostSkeletons count={2} />
        </LoadMore>
      ) : (
        // Appears late, because it stands too far up before the rows are measured.
        <p className="animate-appear-late px-4 py-10 text-center text-meta text-muted">
          {end && <Logo className="mx-auto mb-2 size-10" />}
          {end ?? '\u00a0'}
        </p>
      )}
    </>
  );
}

interface RowsProps {
  listKey: string;
  position: ListPosition | undefined;
  rows: Post[];
  label: string;
  isBusy: boolean;
  /** The length of the whole list. -1 if it is not known. */
  total: number;
  TopLine: PostCardProps['TopLine'];
}

function Rows({ listKey, position, rows, label, isBusy, total, TopLine }: RowsProps) {
  const { list, box } = useListPosition(listKey, position, rows);
  const isShifted = useRowsAbove(rows, list, box);
  const keys = useMemo(() => keysOf(rows), [rows]);
  const heights = useRef(position?.rows === rows.length ? position.heights : undefined);
  return (
    <div ref={box} role="feed" aria-label={label} aria-busy={isBusy}>
      <WindowVirtualizer
        ref={list}
        data={rows}
        shift={isShifted}
        bufferSize={600}
        {...(!position?.anchor && { ssrCount: INITIAL_ROWS })}
        {...(heights.current && { cache: heights.current })}
      >
        {(post, index) => (
          <PostCard
            key={keys[index]}
            post={post}
            position={index + 1}
            total={total}
            TopLine={TopLine}
          />
        )}
      </WindowVirtualizer>
    </div>
  );
}

function LookingFurther() {
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-3 px-4 py-10 text-meta text-muted"
    >
      <Spinner />
      {words.lookingThroughOlderPosts}
    </p>
  );
}
