import type { Post } from '@roost/contract/posts';
import { MAX_LIMIT } from '@roost/contract/wire';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '../../../lib/page-size.ts';
import { topBarsHeight } from '../../../lib/page/bars.ts';
import { ContinuePill } from '../../users/markers/continue-pill.tsx';
import { noteMarker } from '../../users/markers/markers.ts';
import { useOffer } from '../../users/markers/use-offer.ts';
import { topmostRow, useReadingPosition } from '../../users/markers/use-reading-position.ts';
import { shownList } from '../list/use-list-position.ts';
import { isTemporary } from '../post-identity.ts';
import { feedQueries } from '../post-lists.ts';

const ROWS = '[role=feed] [data-post]';
const query = feedQueries.following(PAGE_SIZE, MAX_LIMIT);
/** A press makes at most this many requests. If the position is farther down, the press only ends the offer. */
const MAX_REQUESTS = 20;
/** A position among the first rows on the screen needs no offer. */
const NEAR_ROWS = 2;

/** Offers to continue Following where the person stopped, and notes how far they read. */
export function ContinueFollowing() {
  const { offer: marker, latest, end: endOffer } = useOffer('following');
  // Only observes the query. The list itself fetches it.
  const list = useInfiniteQuery({ ...query, enabled: false });
  const rows = list.data?.pages.flatMap(({ posts }) => posts);
  useReadingPosition('following', ROWS, ({ dataset: { post: _id = '' } }) => {
    // The person has reached the position by scrolling.
    if (marker && rows && isNear(rows, marker)) endOffer();
    return isTemporary({ _id }) ? undefined : _id;
  });
  if (!marker || !rows || isNear(rows, marker)) return null;

  async function goOn(offered: string) {
    const target = (await latest()) ?? offered;
    let loaded = rows ?? [];
    let found = rowAt(loaded, target);
    let { hasNextPage } = list;
    for (let requests = 0; !found && hasNextPage && requests < MAX_REQUESTS; requests += 1) {
      const next = await list.fetchNextPage({ cancelRefetch: false });
      // The list itself reports the failure, and the offer stays.
      if (next.isError) return;
      hasNextPage = next.hasNextPage;
      loaded = next.data?.pages.flatMap(({ posts }) => posts) ?? [];
      found = rowAt(loaded, target);
    }
    endOffer();
    // A position farther back leads as far as these requests go.
    const row = found ?? loaded.at(-1);
    if (!row) return;
    // The scrolling below is not by hand.
    noteMarker('following', row._id);
    showRow(row._id);
  }

  return (
    <div role="status">
      <ContinuePill onContinue={async () => goOn(marker)} onDismiss={endOffer} />
    </div>
  );
}

/** The row at the position, or the next older one if that post is gone. Ids are ordered by time. */
function rowAt(rows: readonly Post[], marker: string): Post | undefined {
  return rows.find(({ _id }) => !isTemporary({ _id }) && _id <= marker);
}

/** Whether the position is on the screen, or was above the list before it changed. */
function isNear(rows: readonly Post[], marker: string): boolean {
  const at = rows.findIndex((row) => row === rowAt(rows, marker));
  const top = topmostRow(ROWS)?.dataset['post'];
  const shown = Math.max(
    0,
    rows.findIndex(({ _id }) => _id === top),
  );
  return at >= 0 && Math.abs(at - shown) <= NEAR_ROWS;
}

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
