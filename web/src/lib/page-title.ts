import { useEffect } from 'react';

let title = 'Roost';
let unread = 0;

/** 'Home / Roost' while the page is shown. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    title = name ? `${name} / Roost` : 'Roost';
    write();
  }, [name]);
}

/** '(3) Home / Roost' while something is unread. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    unread = count;
    write();
    return () => {
      unread = 0;
      write();
    };
  }, [count]);
}

function write(): void {
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
}
