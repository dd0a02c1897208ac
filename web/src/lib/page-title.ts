import { useEffect } from 'react';

let title = 'Roost';
/** What is unread, by whoever counts it. */
const counts = new Map<string, number>();

/** 'Home / Roost' while the page is shown. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    title = name ? `${name} / Roost` : 'Roost';
    write();
  }, [name]);
}

/** '(3) Home / Roost' while something is unread; of several that count, the sum. */
export function useTitleCount(name: string, count: number): void {
  useEffect(() => {
    counts.set(name, count);
    write();
    return () => {
      counts.delete(name);
      write();
    };
  }, [name, count]);
}

function write(): void {
  const unread = [...counts.values()].reduce((sum, count) => sum + count, 0);
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
}
