import * as words from '#words/screens';
import { FeedOrderList } from '../features/posts/feed/own-feeds/feed-order-list.tsx';
import { KeptFeedList } from '../features/posts/feed/own-feeds/kept-feed-list.tsx';
import { ListsOfPeople } from '../features/users/lists/lists-of-people.tsx';

/** The viewer's own feeds: lists of people, and kept hashtags and searches. */
export function ListsScreen() {
  return (
    // This page has its own button, for a new list.
    <div data-no-post-button>
      <ListsOfPeople />
      <section aria-labelledby="kept-feeds" className="border-t border-line">
        <h2 id="kept-feeds" className="px-4 pt-5 pb-2 text-title font-bold">
          {words.keptFeeds}
        </h2>
        <KeptFeedList />
      </section>
      <FeedOrderList />
    </div>
  );
}
