import * as words from '#words/screens';
import { KeepFeedButton } from '../features/search/keep-feed-button.tsx';
import { PeopleResults } from '../features/search/results/people-results.tsx';
import { PostResults } from '../features/search/results/post-results.tsx';
import { searchTabs, useSearchAddress } from '../features/search/search-address.ts';
import { SearchBox } from '../features/search/box/search-box.tsx';
import { TopPeople } from '../features/search/results/top-people.tsx';
import { TrendingList } from '../features/search/trending-list.tsx';
import { usePageTitle } from '../lib/page/page-title.ts';
import { Tabs } from '../ui/controls/tabs.tsx';

export function SearchScreen() {
  const { q, tab, change } = useSearchAddress();
  usePageTitle(q === '' ? words.explore : words.searchTitle({ q }));
  return (
    <>
      <h1 className="sr-only">{words.explore}</h1>
      <div
        data-stays-at-top
        className="sticky top-(--top-bar) z-20 bg-page px-4 py-2 transition-[top] duration-(--in)"
      >
        <SearchBox
          q={q}
          // The tab Trending shows nothing of a text.
          onSearch={(next) =>
            change({ q: next, ...(tab === 'trending' && next !== '' && { tab: 'posts' }) })
          }
          isListedBelow={tab === 'people'}
        />
      </div>
      <Tabs
        label={words.whatToLookFor}
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
              {words.trending}
            </h2>
            <TrendingList />
          </section>
        ) : (
          <>
            <KeepFeedButton key={`keep ${q}`} q={q} />
            <TopPeople key={q} q={q} onShowAll={() => change({ tab: 'people' })} />
            <PostResults q={q} />
          </>
        )}
      </Tabs>
    </>
  );
}
