import type { NotificationGroup } from '@roost/contract/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { topBarsHeight } from '../../../lib/page/bars.ts';
import { ContinuePill } from '../../users/markers/continue-pill.tsx';
import { noteMarker } from '../../users/markers/markers.ts';
import { isMarkerNear, rowAtMarker } from '../../users/markers/row-at-marker.ts';
import { useOffer } from '../../users/markers/use-offer.ts';
import { topmostRow, useReadingPosition } from '../../users/markers/use-reading-position.ts';
import { notificationsQuery } from '../notifications.query.ts';

const ROWS = 'li[data-newest]';
/** A press looks for the position on this many pages. If it is farther back, the press only ends the offer. */
const MAX_PAGES = 10;

interface ContinueNotificationsProps {
  page: number;
  groups: readonly NotificationGroup[];
  onPage: (page: number, isCorrection: boolean) => void;
}

/** Offers to continue the notifications where the person stopped, and notes how far they read. */
export function ContinueNotifications({ page, groups, onPage }: ContinueNotificationsProps) {
  const client = useQueryClient();
  const { offer: marker, latest, end: endOffer } = useOffer('notifications');
  const [target, setTarget] = useState<string>();
  useReadingPosition('notifications', ROWS, ({ dataset }) => {
    // The person has reached the position by scrolling.
    if (marker && isNear(groups, marker)) endOffer();
    return dataset['newest'];
  });
  useEffect(() => {
    if (target && showRow(target)) setTarget(undefined);
  }, [target, groups]);
  if (!marker || target || page > 1 || isNear(groups, marker)) return null;

  async function goOn(offered: string) {
    const position = (await latest()) ?? offered;
    for (let number = 1; number <= MAX_PAGES; number += 1) {
      const { groups: found, totalPages } = await client.fetchQuery(
        notificationsQuery('all', number),
      );
      const ids = idsOf(found);
      const at = rowAtMarker(ids, position);
      // A position farther back leads as far as these requests go.
      if (!at && number < Math.min(totalPages, MAX_PAGES)) continue;
      endOffer();
      const row = at ?? ids.at(-1);
      if (!row) return;
      // The scrolling to the row is not by hand.
      noteMarker('notifications', row);
      setTarget(row);
      if (number !== page) onPage(number, false);
      return;
    }
    endOffer();
  }

  return (
    <ContinuePill
      // The list reports a failure of the page that it shows.
      onContinue={async () => goOn(marker).catch(() => {})}
      onDismiss={endOffer}
    />
  );
}

const idsOf = (groups: readonly NotificationGroup[]) => groups.map(({ newestId }) => newestId);

const isNear = (groups: readonly NotificationGroup[], marker: string) =>
  isMarkerNear(idsOf(groups), marker, topmostRow(ROWS)?.dataset['newest']);

/** Scrolls to a row below the bars and focuses its link. Returns false while the page does not show it. */
function showRow(newestId: string): boolean {
  const row = document.querySelector(`${ROWS}[data-newest="${CSS.escape(newestId)}"]`);
  if (!row) return false;
  window.scrollBy(0, row.getBoundingClientRect().top - topBarsHeight());
  row.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  return true;
}
