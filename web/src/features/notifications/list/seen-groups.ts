import { useState } from 'react';

/** Groups that became read because the person saw them. They look new until the person leaves this page. */
export interface SeenGroups {
  has: (key: string) => boolean;
  add: (keys: string[]) => void;
  drop: (key: string) => void;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** `pageKey` identifies the shown page of the list. */
export function useSeenGroups(pageKey: string): SeenGroups {
  const [seen, setSeen] = useState({ pageKey, keys: none });
  if (seen.pageKey !== pageKey) setSeen({ pageKey, keys: none });
  const change = (next: (known: ReadonlySet<string>) => Iterable<string>) =>
    setSeen((now) => ({ ...now, keys: new Set(next(now.keys)) }));
  return {
    has: (key) => seen.keys.has(key),
    add: (added) => change((known) => [...known, ...added]),
    drop: (dropped) => change((known) => [...known].filter((key) => key !== dropped)),
    clear: () => change(() => []),
  };
}
