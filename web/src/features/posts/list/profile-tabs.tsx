import * as words from '#words/posts';
import type { Profile } from '@roost/contract/users';
import { useMemo } from 'react';
import { useSearchParams } from '../../../lib/router/router.tsx';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import type { PostListQuery } from '../post-lists.ts';
import { PinnedLine } from './pinned-line.tsx';
import { PostList } from './post-list.tsx';
import { ProfileMedia } from './profile-media.tsx';
import {
  bookmarksQuery,
  likesQuery,
  userCommentsQuery,
  userMediaQuery,
  userPostsQuery,
} from '../profile-lists.ts';

const labels = {
  posts: words.posts,
  replies: words.replies,
  media: words.mediaTab,
  likes: words.likes,
  bookmarks: words.bookmarks,
};
type Tab = keyof typeof labels;

/** The texts for an empty list and for a failed one. */
const texts: Record<Tab, { empty: string; failed: string }> = {
  posts: { empty: words.noPostsAvailable, failed: words.failedToLoadPosts },
  replies: { empty: words.noCommentsAvailable, failed: words.failedToLoadComments },
  media: { empty: words.noMediaAvailable, failed: words.failedToLoadMedia },
  likes: { empty: words.noLikedPostsAvailable, failed: words.failedToLoadLikedPosts },
  bookmarks: { empty: words.noBookmarksAvailable, failed: words.failedToLoadBookmarks },
};
const forAll: Tab[] = ['posts', 'replies', 'media'];
const forOwn: Tab[] = [...forAll, 'likes', 'bookmarks'];

/**
 * A person's posts and comments, and their pictures and videos. The viewer's own profile also has likes and bookmarks. The address contains the tab,
 * except the first one.
 */
export function ProfileTabs({ person }: { person: Profile }) {
  const isOwn = useViewerId() === person._id;
  const shown = isOwn ? forOwn : forAll;
  const [search, setSearch] = useSearchParams();
  const tab = shown.find((each) => each === search.get('tab')) ?? 'posts';
  const label = words.tabOf({ tab: labels[tab], username: person.username });
  const queries = useMemo(() => queriesFor(person._id), [person._id]);

  function choose(next: Tab) {
    const query = new URLSearchParams(search);
    if (next === 'posts') query.delete('tab');
    else query.set('tab', next);
    setSearch(query, { replace: true, preventScrollReset: true });
  }

  return (
    <Tabs
      label={words.whatTheyShared}
      value={tab}
      onChange={choose}
      tabs={shown.map((value) => ({ value, label: labels[value] }))}
    >
      {tab === 'media' ? (
        <ProfileMedia query={queries.media} label={label} {...texts.media} />
      ) : (
        <PostList
          key={tab}
          query={queries[tab]}
          label={label}
          empty={(tab === 'posts' && !isOwn && hiddenPosts(person)) || texts[tab].empty}
          errorText={() => texts[tab].failed}
          {...(tab === 'posts' && { TopLine: PinnedLine })}
        />
      )}
    </Tabs>
  );
}

/** A profile's count includes reposts of people who are hidden from the viewer. The list omits them. */
function hiddenPosts({ postsCount }: Profile): string | undefined {
  return postsCount > 0 ? words.postsNotShown({ count: postsCount }) : undefined;
}

function queriesFor(userId: string): Record<Tab, PostListQuery> {
  return {
    posts: userPostsQuery(userId),
    replies: userCommentsQuery(userId),
    media: userMediaQuery(userId),
    likes: likesQuery,
    bookmarks: bookmarksQuery,
  };
}
