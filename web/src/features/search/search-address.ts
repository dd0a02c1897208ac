import { useSearchParams } from 'react-router';

export const searchTabs = [
  { value: 'posts', label: 'Posts' },
  { value: 'people', label: 'People' },
  { value: 'trending', label: 'Trending' },
] as const;
export type SearchTab = (typeof searchTabs)[number]['value'];

/** What is looked for and where, as the address has it (spec §2): the tab Posts goes without saying. */
export function useSearchAddress() {
  const [params, setParams] = useSearchParams();
  const q = (params.get('q') ?? '').trim();
  const tab = searchTabs.find(({ value }) => value === params.get('tab'))?.value ?? 'posts';

  /** In the place of the present entry: Back leads out of the search, not through its letters. */
  function change(next: { q?: string; tab?: SearchTab }) {
    const to = { q, tab, ...next };
    setParams(
      { ...(to.q !== '' && { q: to.q }), ...(to.tab !== 'posts' && { tab: to.tab }) },
      { replace: true, preventScrollReset: false },
    );
  }

  return { q, tab, change };
}
