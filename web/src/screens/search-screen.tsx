import { PeopleResults } from '../features/search/people-results.tsx';
import { PostResults } from '../features/search/post-results.tsx';
import { searchTabs, useSearchAddress } from '../features/search/search-address.ts';
import { SearchBox } from '../features/search/search-box.tsx';
import { TrendingList } from '../features/search/trending-list.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { Tabs } from '../ui/tabs.tsx';

export function SearchScreen() {
  const { q, tab, change } = useSearchAddress();
  usePageTitle(q === '' ? 'Explore' : `${q} - Search`);
  return (
    <>
      <h1 className="sr-only">Explore</h1>
      <div className="sticky top-(--top-bar) z-20 bg-page/92 px-4 py-2 backdrop-blur-md transition-[top] duration-(--in)">
        <SearchBox q={q} onSearch={(next) => change({ q: next })} />
      </div>
      <Tabs
        label="What to look for"
        value={tab}
        onChange={(next) => change({ tab: next })}
        tabs={searchTabs}
      >
        {tab === 'people' ? (
          <PeopleResults q={q} />
        ) : tab === 'trending' ? (
          <TrendingList />
        ) : q === '' ? (
          <section aria-labelledby="trending-now">
            <h2 id="trending-now" className="px-4 pt-5 pb-2 text-title font-bold">
              Trending
            </h2>
            <TrendingList />
          </section>
        ) : (
          <PostResults q={q} />
        )}
      </Tabs>
    </>
  );
}
