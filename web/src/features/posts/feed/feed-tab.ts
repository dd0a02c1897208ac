import type { FeedTab } from '@roost/contract/feed';
import { useState } from 'react';
import { storedText } from '../../../lib/storage.ts';
import { useViewerId } from '../../auth/viewer.ts';

const stored = storedText('sessionStorage', 'roost:feed-tab');

/** The selected feed tab. This browser tab remembers it over a reload. */
export function useFeedTab(): [FeedTab, (next: FeedTab) => void] {
  const following = `following ${useViewerId()}`;
  const [tab, setTab] = useState<FeedTab>(() =>
    stored.read() === following ? 'following' : 'foryou',
  );
  return [
    tab,
    (next) => {
      if (next === tab) return;
      // After this, the list of the new tab restores its own position, if it has one.
      window.scrollTo(0, 0);
      setTab(next);
      stored.write(next === 'following' ? following : undefined);
    },
  ];
}
