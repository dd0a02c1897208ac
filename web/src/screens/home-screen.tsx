import * as words from '#words/screens';
import { PostComposer } from '../features/posts/create/post-composer.tsx';
import { useFeedTab } from '../features/posts/feed/feed-tab.ts';
import { feedQueries } from '../features/posts/post-lists.ts';
import { PostList } from '../features/posts/list/post-list.tsx';
import { useRefreshByHomeLinks } from '../features/posts/feed/refresh-feed.ts';
import { useConnection } from '../lib/socket/connection.ts';
import { lazyPart } from '../lib/page/load-chunk.ts';
import { useIsPhone } from '../lib/page/screen-width.ts';
import { OptionalBoundary } from '../ui/states/optional-boundary.tsx';
import { Tabs } from '../ui/controls/tabs.tsx';

const WhoToFollow = lazyPart(
  async () => (await import('../features/users/suggested/who-to-follow.tsx')).WhoToFollow,
);
const tabs = [
  { value: 'foryou', label: words.forYou },
  { value: 'following', label: words.following },
] as const;
const NewPostsAnnouncer = lazyPart(
  async () => (await import('../features/posts/feed/new-posts-announcer.tsx')).NewPostsAnnouncer,
);

export function HomeScreen() {
  const [tab, setTab] = useFeedTab();
  const refresh = useRefreshByHomeLinks(tab);
  const isPhone = useIsPhone();
  // It loads with the live features, after the first page.
  const isLive = useConnection() !== 'off';
  return (
    <>
      <h1 className="sr-only">{words.home}</h1>
      <Tabs
        label={words.feed}
        value={tab}
        onChange={(next) => (next === tab ? void refresh() : setTab(next))}
        tabs={tabs}
        sticky
      >
        {!isPhone && (
          <div className="border-b border-line px-4 pt-3 pb-3">
            <PostComposer />
          </div>
        )}
        {isLive && (
          <OptionalBoundary>
            <NewPostsAnnouncer key={tab} tab={tab} onRefresh={refresh} />
          </OptionalBoundary>
        )}
        <PostList
          key={tab}
          query={feedQueries[tab]}
          label={tab === 'foryou' ? words.forYou : words.following}
          empty={words.noPostsAvailable}
          // On wide screens, the right column already shows it.
          emptyAction={
            <OptionalBoundary>
              <WhoToFollow className="w-80 max-w-full lg:hidden" />
            </OptionalBoundary>
          }
          end={words.youveReachedTheEndOfTheFeed}
          errorText={(message) => words.errorLoadingFeed({ message })}
        />
      </Tabs>
    </>
  );
}
