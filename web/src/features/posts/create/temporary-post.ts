import { trimText } from '@roost/contract/text/text';
import type { OriginalPost, ParentPost, Post } from '@roost/contract/posts';
import type { OwnUser } from '@roost/contract/users';
import { authorOf } from '../actions/reactions.ts';
import { temporaryId } from '../post-identity.ts';
import type { QueuedPost } from './queued-post.ts';

/** The entry that lists show until the server has the post. */
export function temporaryPost(viewer: OwnUser, item: QueuedPost): Post {
  const { clientId, content, media, visibility, parent, createdAt } = item;
  return {
    _id: temporaryId(clientId),
    ownerid: authorOf(viewer),
    content: trimText(content),
    media,
    visibility,
    parentPost: parent ?? null,
    isRepost: false,
    originalPost: null,
    hashtags: [],
    mentions: [],
    stats: { likeCount: 0, commentCount: 0, repostCount: 0 },
    isLikedByCurrentUser: false,
    isBookmarkedByCurrentUser: false,
    isRepostedByCurrentUser: false,
    isThreadMuted: false,
    isPinned: false,
    edits: { isedited: false, editedAt: null, editvalidtill: createdAt, editchancesleft: 0 },
    createdAt,
    updatedAt: createdAt,
  };
}

export function shortForm(parent: Post | OriginalPost): ParentPost {
  const { _id, content, media, createdAt, ownerid } = parent;
  return { _id, content, media, createdAt, ownerid };
}
