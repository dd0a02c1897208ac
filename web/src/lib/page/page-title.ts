import * as words from '#words/lib';
import { useEffect } from 'react';
import { site } from '../site.ts';

let title = site.name;
/** The number of unread items, by the name of the counter. */
const counts = new Map<string, number>();
let call: string | undefined;

/** Sets the title of the page, such as 'Home / Roost'. Undefined changes nothing. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return;
    title = name ? words.pageTitle({ name, site: site.name }) : site.name;
    write();
  }, [name]);
}

/** Shows '(3) Home / Roost' while something is unread. Adds up the numbers of all counters. */
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

/** Replaces the whole title with the text of a call. Undefined restores the title. */
export function setTitleCall(text: string | undefined): void {
  call = text;
  write();
}

function write(): void {
  if (call !== undefined) {
    document.title = call;
    return;
  }
  const unread = [...counts.values()].reduce((sum, count) => sum + count, 0);
  document.title = unread > 0 ? words.titleWithCount({ unread, title }) : title;
}
