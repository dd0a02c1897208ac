import { Suspense } from 'react';
import { Composer } from '../features/posts/composer.tsx';
import { useFeedTab } from '../features/posts/feed-tab.ts';
import { feedQuery, followingQuery } from '../features/posts/post-lists.ts';
import { PostList } from '../features/posts/post-list.tsx';
import { lazyPart } from '../lib/load-chunk.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { Tabs } from '../ui/tabs.tsx';

const WhoToFollow = lazyPart(
  async () => (await import('../features/users/who-to-follow.tsx')).WhoToFollow,
);
const tabs = [
  { value: 'foryou', label: 'For you' },
  { value: 'following', label: 'Following' },
] as const;
const queries = { foryou: feedQuery, following: followingQuery };

export function HomeScreen() {
  usePageTitle('Home');
  const [tab, setTab] = useFeedTab();
  return (
    <>
      <h1 className="sr-only">Home</h1>
      <Tabs label="Feed" value={tab} onChange={setTab} tabs={tabs} sticky>
        <div className="border-b border-line px-4 pt-3 pb-3 max-md:hidden">
          <Composer />
        </div>
        <PostList
          key={tab}
          query={queries[tab]}
          label={tab === 'foryou' ? 'For you' : 'Following'}
          empty="No posts available."
          // Where there is room it stands in the right column already.
          emptyAction={
            <Suspense fallback={null}>
              <WhoToFollow className="w-80 max-w-full lg:hidden" />
            </Suspense>
          }
          end="You've reached the end of the feed."
          errorText={(message) => `Error loading feed: ${message}`}
        />
      </Tabs>
    </>
  );
}
