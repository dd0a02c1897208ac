import { Composer } from '../features/posts/composer.tsx';
import { feedQuery } from '../features/posts/post-lists.ts';
import { PostList } from '../features/posts/post-list.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { Tabs } from '../ui/tabs.tsx';

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
          end="You've reached the end of the feed."
          errorText={(message) => `Error loading feed: ${message}`}
        />
      </Tabs>
    </>
  );
}
