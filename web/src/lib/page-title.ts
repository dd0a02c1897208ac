import { useEffect } from 'react';

let title = 'Roost';
/** What is unread, by whoever counts it. */
const counts = new Map<string, number>();
let call: string | undefined;

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

/** In the place of all that, as long as it is not undefined. */
export function setTitleCall(words: string | undefined): void {
  call = words;
  write();
}

function write(): void {
  if (call !== undefined) {
    document.title = call;
    return;
  }
  const unread = [...counts.values()].reduce((sum, count) => sum + count, 0);
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
}
