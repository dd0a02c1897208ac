import type { FeedTab } from '@roost/contract/posts';
import { useState } from 'react';
import { useViewerId } from '../auth/viewer.ts';

const KEY = 'roost:feed-tab';

/** Which of the feed's tabs is open: the one last chosen in this window, also after a reload. */
export function useFeedTab(): [FeedTab, (next: FeedTab) => void] {
  const following = `following ${useViewerId()}`;
  const [tab, setTab] = useState<FeedTab>(() => (stored() === following ? 'following' : 'foryou'));
  return [
    tab,
    (next) => {
      if (next === tab) return;
      // Each tab's list takes up its own place after this, where it has one.
      window.scrollTo(0, 0);
      setTab(next);
      try {
        if (next === 'following') sessionStorage.setItem(KEY, following);
        else sessionStorage.removeItem(KEY);
      } catch {
        // Without storage it begins with the first one.
      }
    },
  ];
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
