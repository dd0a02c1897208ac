import type { NotificationGroup } from '@roost/contract/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { topBarsHeight } from '../../../lib/page/bars.ts';
import { ContinuePill } from '../../users/markers/continue-pill.tsx';
import { noteMarker } from '../../users/markers/markers.ts';
import { useOffer } from '../../users/markers/use-offer.ts';
import { topmostRow, useReadingPosition } from '../../users/markers/use-reading-position.ts';
import { notificationsQuery } from '../notifications.query.ts';

const ROWS = 'li[data-newest]';
/** A press looks for the position on this many pages. If it is farther back, the press only ends the offer. */
const MAX_PAGES = 10;
/** A position among the first rows on the screen needs no offer. */
const NEAR_ROWS = 2;

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
      const at = groupAt(found, position);
      // A position farther back leads as far as these requests go.
      if (!at && number < Math.min(totalPages, MAX_PAGES)) continue;
      endOffer();
      const shown = at ?? found.at(-1);
      if (!shown) return;
      // The scrolling to the row is not by hand.
      noteMarker('notifications', shown.newestId);
      setTarget(shown.newestId);
      if (number !== page) onPage(number, false);
      return;
    }
    endOffer();
  }

  return (
    <div role="status">
      <ContinuePill
        // The list reports a failure of the page that it shows.
        onContinue={async () => goOn(marker).catch(() => {})}
        onDismiss={endOffer}
      />
    </div>
  );
}

/** The group at the position, or the next older one if it is gone. Ids are ordered by time. */
function groupAt(groups: readonly NotificationGroup[], marker: string) {
  return groups.find(({ newestId }) => newestId <= marker);
}

function isNear(groups: readonly NotificationGroup[], marker: string): boolean {
  const at = groups.findIndex((group) => group === groupAt(groups, marker));
  const top = topmostRow(ROWS)?.dataset['newest'];
  const shown = Math.max(
    0,
    groups.findIndex(({ newestId }) => newestId === top),
  );
  return at >= 0 && Math.abs(at - shown) <= NEAR_ROWS;
}

/** Scrolls to a row below the bars and focuses its link. Returns false while the page does not show it. */
function showRow(newestId: string): boolean {
  const row = document.querySelector(`${ROWS}[data-newest="${CSS.escape(newestId)}"]`);
  if (!row) return false;
  window.scrollBy(0, row.getBoundingClientRect().top - topBarsHeight());
  row.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  return true;
}
