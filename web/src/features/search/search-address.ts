import * as words from '#words/search';
import { trimText } from '@roost/contract/text/text';
import { useSearchParams } from '../../lib/router/router.tsx';

export const searchTabs = [
  { value: 'posts', label: words.posts },
  { value: 'people', label: words.people },
  { value: 'trending', label: words.trending },
] as const;
export type SearchTab = (typeof searchTabs)[number]['value'];

/** The query and the tab in the address. The default tab Posts is omitted. */
export function useSearchAddress() {
  const [params, setParams] = useSearchParams();
  const q = trimText(params.get('q') ?? '');
  const tab = searchTabs.find(({ value }) => value === params.get('tab'))?.value ?? 'posts';

  /** Replaces the current entry, so Back leaves the search instead of removing letters. */
  function change(next: { q?: string; tab?: SearchTab }) {
    const to = { q, tab, ...next };
    setParams(
      { ...(to.q !== '' && { q: to.q }), ...(to.tab !== 'posts' && { tab: to.tab }) },
      { replace: true, preventScrollReset: false },
    );
  }

  return { q, tab, change };
}
