import * as words from '#words/settings';
import type { OwnUser } from '@roost/contract/users';
import type { Post } from '@roost/contract/posts';
import { useMemo } from 'react';
import { useViewer } from '../../auth/viewer.ts';
import { PostCard } from '../../posts/card/post-card.tsx';

/** A post of the person, as feeds show it. It is only to look at, so no key and no press reaches it. */
export function PostPreview() {
  const viewer = useViewer();
  const post = useMemo(() => previewBy(viewer), [viewer]);
  return (
    <figure className="mt-3">
      <figcaption className="text-meta text-muted">{words.preview}</figcaption>
      <div
        inert
        className="mt-2 overflow-hidden border-line max-md:-mx-4 max-md:border-y md:rounded-card md:border [&_article]:border-b-0"
      >
        <PostCard post={post} />
      </div>
    </figure>
  );
}

function previewBy(viewer: OwnUser): Post {
  const now = new Date().toISOString();
  return {
    _id: 'preview',
    ownerid: {
      ...viewer,
      premium: viewer.premium,
      isFollowingByCurrentUser: false,
      isBlockedByCurrentUser: false,
    },
    content: words.previewOfAPost,
    media: [],
    visibility: 'public',
    parentPost: null,
    hashtags: [],
    mentions: [],
    stats: { likeCount: 12, commentCount: 3, repostCount: 1 },
    isLikedByCurrentUser: true,
    isBookmarkedByCurrentUser: true,
    isRepostedByCurrentUser: false,
    isThreadMuted: false,
    isPinned: false,
    edits: { isedited: false, editedAt: null, editvalidtill: now, editchancesleft: 0 },
    createdAt: now,
    updatedAt: now,
    isRepost: false,
    originalPost: null,
  };
}
