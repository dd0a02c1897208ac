import * as words from '#words/screens';
import { useQueryClient } from '@tanstack/react-query';
import { HomeComposer } from '../features/posts/create/home-composer.tsx';
import { PostSkeletons } from '../features/posts/card/post-skeleton.tsx';
import {
  ownFeeds,
  ownFeedsFailure,
  useFeedTab,
  type OwnFeed,
} from '../features/posts/feed/feed-tab.ts';
import { feedQueries } from '../features/posts/post-lists.ts';
import { PostList } from '../features/posts/list/post-list.tsx';
import { useStore } from '../lib/store.ts';
import { useConnection } from '../lib/socket/connection.ts';
import { lazyPart } from '../lib/page/load-chunk.ts';
import { useIsPhone } from '../lib/page/screen-width.ts';
import { Link } from '../lib/router/link.tsx';
import { paths } from '../paths.ts';
import { buttonLook } from '../ui/controls/button.tsx';
import { LoadError } from '../ui/states/load-error.tsx';
import { OptionalBoundary } from '../ui/states/optional-boundary.tsx';
import { Tabs } from '../ui/controls/tabs.tsx';

const WhoToFollow = lazyPart(
  async () => (await import('../features/users/suggested/who-to-follow.tsx')).WhoToFollow,
);
const tabs: readonly OwnFeed[] = [
  { value: 'foryou', label: words.forYou, empty: words.noPostsAvailable },
  { value: 'following', label: words.following, empty: words.noPostsAvailable },
];
const NewPostsAnnouncer = lazyPart(
  async () => (await import('../features/posts/feed/new-posts-announcer.tsx')).NewPostsAnnouncer,
);

export function HomeScreen() {
  const [chosen, setTab] = useFeedTab();
  const own = useStore(ownFeeds);
  const failure = useStore(ownFeedsFailure);
  const all = [...tabs, ...(own ?? [])];
  // A list or kept feed may not have loaded yet. A deleted one shows the first tab.
  const feed = all.find(({ value }) => value === chosen) ?? (own && !failure ? all[0] : undefined);
  const tab = feed?.value ?? chosen;
  const query = feedQueries[tab];
  const client = useQueryClient();
  // The announcer below has already loaded it.
  const refresh = async () =>
    (await import('../features/posts/feed/refresh/refresh-feed.ts')).refreshFeed(client, tab);
  const isPhone = useIsPhone();
  // It loads with the live features, after the first page.
  const isLive = useConnection() !== 'off';
  return (
    <>
      <h1 className="sr-only">{words.home}</h1>
      <Tabs
        label={words.feed}
        value={tab}
        onChange={(next) => (next === tab ? void refresh().catch(() => {}) : setTab(next))}
        tabs={all}
        sticky
      >
        {!isPhone && <HomeComposer />}
        {isLive && (
          <OptionalBoundary>
            <NewPostsAnnouncer key={tab} tab={tab} onRefresh={refresh} />
          </OptionalBoundary>
        )}
        {feed && query ? (
          <PostList
            key={tab}
            query={query}
            label={feed.label}
            empty={feed.empty}
            isOncePerPost
            emptyAction={
              feed.emptyAction ?? (
                <div className="flex flex-col items-center gap-6">
                  <Link to={paths.searchPeople} className={buttonLook({ variant: 'secondary' })}>
                    {words.findPeopleToFollow}
                  </Link>
                  {/* On wide screens, the right column already shows it. */}
                  <OptionalBoundary>
                    <WhoToFollow className="w-80 max-w-full lg:hidden" />
                  </OptionalBoundary>
                </div>
              )
            }
            end={words.youveReachedTheEndOfTheFeed}
            errorText={(message) => words.errorLoadingFeed({ message })}
          />
        ) : failure ? (
          <LoadError
            message={words.errorLoadingFeed({ message: failure.message })}
            onRetry={failure.retry}
          />
        ) : (
          <PostSkeletons />
        )}
      </Tabs>
    </>
  );
}
