import { Suspense } from 'react';
import { Composer } from '../features/posts/composer.tsx';
import { feedQuery } from '../features/posts/post-lists.ts';
import { PostList } from '../features/posts/post-list.tsx';
import { lazyPart } from '../lib/load-chunk.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { Tabs } from '../ui/tabs.tsx';

const WhoToFollow = lazyPart(
  async () => (await import('../features/users/who-to-follow.tsx')).WhoToFollow,
);
const tabs = [{ value: 'for-you', label: 'For you' }] as const;

export function HomeScreen() {
  usePageTitle('Home');
  return (
    <>
      <h1 className="sr-only">Home</h1>
      <Tabs label="Feed" value="for-you" onChange={() => {}} tabs={tabs} sticky>
        <div className="border-b border-line px-4 pt-3 pb-3 max-md:hidden">
          <Composer />
        </div>
        <PostList
          query={feedQuery}
          label="For you"
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
