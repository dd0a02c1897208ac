import type { Post } from '@roost/contract/posts';
import { useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { WindowVirtualizer } from 'virtua';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EmptyNest } from './empty-nest.tsx';
import { PostCard } from './post-card.tsx';
import type { ListPosition } from './post-list-position.ts';
import type { PostListQuery } from './post-lists.ts';
import { PostSkeletons } from './post-skeleton.tsx';
import {
  useListPlace,
  useListPosition,
  useRememberedPosition,
  useRowsAbove,
} from './use-list-position.ts';
import { usePostList } from './use-post-list.ts';

/** Well before the end comes in sight; a fast reader meets skeletons rather than a jump. */
const AHEAD = '1600px';

/**
 * Drawn before anything is measured, so that there is never a moment without any. The virtualizer keeps to as many until
 * the page is first scrolled, so they have to fill the tallest window, and be there for what comes in meanwhile.
 */
const UNSCROLLED_ROWS = 30;

export interface PostListProps {
  /** Keep it the same between renders. */
  query: PostListQuery;
  /** Names the list for those who can't see it, and its place among others of one page. */
  label: string;
  empty: string;
  emptyAction?: ReactNode;
  /** Words under the last post. */
  end?: string;
  errorText: (message: string) => string;
  /** Shows only these rows, of the whole list: it loads on to its end, and says so. */
  filter?: ((post: Post) => boolean) | undefined;
}

/** Any list of posts: endless, windowed, and again where one left it after Back or a reload. */
export function PostList(props: PostListProps) {
  const place = useListPlace(props.label);
  return <PlacedPostList key={place} place={place} {...props} />;
}

function PlacedPostList({
  place,
  query,
  label,
  empty,
  emptyAction,
  end,
  errorText,
  filter,
}: PostListProps & { place: string }) {
  const position = useRememberedPosition(place);
  const list = usePostList(query, position, filter !== undefined);
  const rows = useMemo(
    () => (filter && list.rows ? list.rows.filter(filter) : list.rows),
    [filter, list.rows],
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
        place={place}
        position={position}
        rows={rows}
        label={label}
        isBusy={list.isFetching}
        isWhole={!list.hasNextPage}
      />
      {list.isFetchNextPageError ? (
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
          ahead={AHEAD}
          onNear={() => void list.fetchNextPage({ cancelRefetch: false })}
        >
          <PostSkeletons count={2} />
        </LoadMore>
      ) : (
        <p className="px-4 py-10 text-center text-meta text-muted">
          {end ?? <span aria-hidden>·</span>}
        </p>
      )}
    </>
  );
}

interface RowsProps {
  place: string;
  position: ListPosition | undefined;
  rows: Post[];
  label: string;
  isBusy: boolean;
  isWhole: boolean;
}

function Rows({ place, position, rows, label, isBusy, isWhole }: RowsProps) {
  const { list, box } = useListPosition(place, position, rows);
  const isShifted = useRowsAbove(rows, box);
  const heights = useRef(position?.rows === rows.length ? position.heights : undefined);
  return (
    <div ref={box} role="feed" aria-label={label} aria-busy={isBusy} onKeyDown={stepBetweenPosts}>
      <WindowVirtualizer
        ref={list}
        data={rows}
        shift={isShifted}
        bufferSize={600}
        {...(!position?.anchor && { ssrCount: UNSCROLLED_ROWS })}
        {...(heights.current && { cache: heights.current })}
      >
        {(post, index) => (
          <PostCard
            key={post._id}
            post={post}
            position={index + 1}
            total={isWhole ? rows.length : -1}
          />
        )}
      </WindowVirtualizer>
    </div>
  );
}

/** Page Down and Page Up go from post to post, as a feed's keys do. */
function stepBetweenPosts(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0;
  if (
    step === 0 ||
    !(event.target instanceof Element) ||
    !event.currentTarget.contains(event.target)
  )
    return;
  const posts = [...event.currentTarget.querySelectorAll<HTMLElement>('article')];
  const next = posts[posts.findIndex((post) => post.contains(event.target as Element)) + step];
  if (!next) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

function LookingFurther() {
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-3 px-4 py-10 text-meta text-muted"
    >
      <Spinner />
      Looking through older posts…
    </p>
  );
}
