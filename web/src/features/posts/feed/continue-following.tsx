import { MAX_LIMIT } from '@roost/contract/wire';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { PAGE_SIZE } from '../../../lib/page-size.ts';
import { topBarsHeight } from '../../../lib/page/bars.ts';
import { ContinuePill } from '../../users/markers/continue-pill.tsx';
import { noteMarker } from '../../users/markers/markers.ts';
import { isMarkerNear, rowAtMarker } from '../../users/markers/row-at-marker.ts';
import { useOffer } from '../../users/markers/use-offer.ts';
import { topmostRow, useReadingPosition } from '../../users/markers/use-reading-position.ts';
import { shownList } from '../list/use-list-position.ts';
import type { PostPage } from '../post-cache.ts';
import { isTemporary } from '../post-identity.ts';
import { feedQueries } from '../post-lists.ts';

const ROWS = '[role=feed] [data-post]';
const query = feedQueries.following(PAGE_SIZE, MAX_LIMIT);
/** A press makes at most this many requests. If the position is farther down, the press only ends the offer. */
const MAX_REQUESTS = 20;

/** Offers to continue Following where the person stopped, and notes how far they read. */
export function ContinueFollowing() {
  const { offer: marker, latest, end: endOffer } = useOffer('following');
  // Only observes the query. The list itself fetches it.
  const list = useInfiniteQuery({ ...query, enabled: false });
  const ids = list.data && idsOf(list.data);
  useReadingPosition('following', ROWS, ({ dataset: { post: _id = '' } }) => {
    // The person has reached the position by scrolling.
    if (marker && ids && isNear(ids, marker)) endOffer();
    return isTemporary({ _id }) ? undefined : _id;
  });
  if (!marker || !ids || isNear(ids, marker)) return null;

  async function goOn(offered: string) {
    const target = (await latest()) ?? offered;
    let loaded = ids ?? [];
    let found = rowAtMarker(loaded, target);
    let { hasNextPage } = list;
    for (let requests = 0; !found && hasNextPage && requests < MAX_REQUESTS; requests += 1) {
      const next = await list.fetchNextPage({ cancelRefetch: false });
      // The list itself reports the failure, and the offer stays.
      if (next.isError) return;
      hasNextPage = next.hasNextPage;
      loaded = next.data ? idsOf(next.data) : [];
      found = rowAtMarker(loaded, target);
    }
    endOffer();
    // A position farther back leads as far as these requests go.
    const row = found ?? loaded.at(-1);
    if (!row) return;
    // The scrolling below is not by hand.
    noteMarker('following', row);
    showRow(row);
  }

  return <ContinuePill onContinue={async () => goOn(marker)} onDismiss={endOffer} />;
}

/** The ids of the confirmed posts. */
function idsOf({ pages }: InfiniteData<PostPage>): string[] {
  const rows = pages.flatMap(({ posts }) => posts);
  return rows.filter((row) => !isTemporary(row)).map(({ _id }) => _id);
}

const isNear = (ids: readonly string[], marker: string) =>
  isMarkerNear(ids, marker, topmostRow(ROWS)?.dataset['post']);

/** The list renders new rows within this many frames, also on a slow device. */
const MAX_FRAMES = 120;

/** Scrolls to a row as soon as the list has it, and focuses it as soon as the list has rendered it. */
function showRow(id: string, tries = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    if (shownList.scrollTo?.(id, topBarsHeight())) focusRow(id, MAX_FRAMES);
    else if (tries > 0) showRow(id, tries - 1);
  });
}

function focusRow(id: string, tries: number): void {
  const row = document.querySelector<HTMLElement>(`[data-post="${CSS.escape(id)}"]`);
  if (row) row.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(id, tries - 1));
}
