import { Parser } from 'htmlparser2';
import type { FetchedPage } from '../../platform/http/outgoing/fetch-page.ts';

/** Whether a page has a link with `rel="me"` to this address. Case, queries, fragments and a slash at the end do not count. */
export function linksBack(page: FetchedPage, target: string): boolean {
  const wanted = bareAddress(target, page.url);
  let isFound = false;
  const parser = new Parser({
    onopentag(name, { rel = '', href = '' }) {
      if (name !== 'a' && name !== 'link') return;
      const words = rel.toLowerCase().split(/\s+/);
      if (words.includes('me') && href && bareAddress(href, page.url) === wanted) isFound = true;
    },
  });
  parser.end(page.html);
  return isFound;
}

function bareAddress(address: string, base: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const { origin, pathname } = new URL(address, base);
  return (origin + pathname).toLowerCase().replace(/\/$/, '');
}
