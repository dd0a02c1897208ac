import * as words from '#words/posts';
import type { Post } from '@roost/contract/posts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { EmptyNest } from '../../../ui/illustrations/empty-nest.tsx';
import { MediaTile } from '../media/media-tile.tsx';
import type { PostListQuery } from '../post-lists.ts';
import { useGridPosition } from './use-grid-position.ts';
import { useListPositionKey, useRememberedPosition } from './use-list-position.ts';
import { usePostList } from './use-post-list.ts';

interface ProfileMediaProps {
  /** Must keep its identity between renders. */
  query: PostListQuery;
  label: string;
  empty: string;
  failed: string;
}

const gridClasses = 'grid grid-cols-3 gap-1 p-1';
const sizes = '(min-width: 48rem) 200px, 33vw';

/** The pictures and videos of a person, in squares. A press opens the media viewer. */
export function ProfileMedia(props: ProfileMediaProps) {
  const listKey = useListPositionKey(props.label);
  return <KeyedMedia key={listKey} listKey={listKey} {...props} />;
}

function KeyedMedia({
  listKey,
  query,
  label,
  empty,
  failed,
}: ProfileMediaProps & { listKey: string }) {
  const position = useRememberedPosition(listKey);
  const list = usePostList(query, position);
  const { rows } = list;
  const box = useGridPosition(listKey, position, rows);
  if (!rows) {
    if (list.error) return <LoadError message={failed} onRetry={() => void list.refetch()} />;
    return (
      <div role="status" className={gridClasses}>
        <span className="sr-only">{words.loadingMedia}</span>
        <SquareSkeletons />
      </div>
    );
  }
  if (rows.length === 0 && !list.hasNextPage)
    return <EmptyState drawing={<EmptyNest />} title={empty} />;
  return (
    <>
      <ul ref={box} data-own-position aria-label={label} className={gridClasses}>
        {rows.flatMap((post) => tilesOf(post))}
      </ul>
      <ListEnd list={list} count={rows.length} ahead="1200px" failed={failed}>
        <div className={gridClasses}>
          <SquareSkeletons />
        </div>
      </ListEnd>
    </>
  );
}

function tilesOf({ _id: postId, media }: Post) {
  return media.map((medium, index) => (
    <li key={medium._id} data-post={postId} className="relative aspect-square">
      <MediaTile
        media={medium}
        target={{ postId, photo: index + 1 }}
        of={media.length}
        more={0}
        isStill
        sizes={sizes}
        className="size-full rounded-xs picture-edge"
      />
    </li>
  ));
}

function SquareSkeletons() {
  return Array.from({ length: 9 }, (_, index) => (
    <Skeleton key={index} className="aspect-square w-full rounded-xs" />
  ));
}
