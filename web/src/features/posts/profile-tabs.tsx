import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { Tabs } from '../../ui/tabs.tsx';
import { useViewerId } from '../auth/viewer.ts';
import { PostList } from './post-list.tsx';
import {
  bookmarksQuery,
  likesQuery,
  userCommentsQuery,
  userPostsQuery,
  type PostListQuery,
} from './post-lists.ts';

const labels = { posts: 'Posts', replies: 'Replies', likes: 'Likes', bookmarks: 'Bookmarks' };
type Tab = keyof typeof labels;

/** What each says when it is empty, and when it can't be loaded (spec §2, §8). */
const words: Record<Tab, { empty: string; failed: string }> = {
  posts: { empty: 'No posts available.', failed: 'Failed to load posts.' },
  replies: { empty: 'No comments available.', failed: 'Failed to load comments.' },
  likes: { empty: 'No liked posts available.', failed: 'Failed to load liked posts.' },
  bookmarks: { empty: 'No bookmarks available.', failed: 'Failed to load bookmarks.' },
};
const forAll: Tab[] = ['posts', 'replies'];
const forOwn: Tab[] = [...forAll, 'likes', 'bookmarks'];

/** What a person shared; of one's own also what one likes and keeps. The tab is in the address, but for the first. */
export function ProfileTabs({ person }: { person: { _id: string; username: string } }) {
  const isOwn = useViewerId() === person._id;
  const shown = isOwn ? forOwn : forAll;
  const [search, setSearch] = useSearchParams();
  const tab = shown.find((each) => each === search.get('tab')) ?? 'posts';
  const queries = useMemo(() => queriesFor(person._id), [person._id]);

  function choose(next: Tab) {
    setSearch(
      (now) => {
        if (next === 'posts') now.delete('tab');
        else now.set('tab', next);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <Tabs
      label="What they shared"
      value={tab}
      onChange={choose}
      tabs={shown.map((value) => ({ value, label: labels[value] }))}
    >
      <PostList
        key={tab}
        query={queries[tab]}
        label={`${labels[tab]} of @${person.username}`}
        empty={words[tab].empty}
        errorText={() => words[tab].failed}
      />
    </Tabs>
  );
}

function queriesFor(userId: string): Record<Tab, PostListQuery> {
  return {
    posts: userPostsQuery(userId),
    replies: userCommentsQuery(userId),
    likes: likesQuery,
    bookmarks: bookmarksQuery,
  };
}
