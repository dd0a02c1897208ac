import type { Media } from '@roost/contract/media';
import {
  createPost,
  type OriginalPost,
  type ParentPost,
  type Post,
  type Visibility,
} from '@roost/contract/posts';
import type { OwnUser } from '@roost/contract/users';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { isSignedOut, serverWordsOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/toasts.ts';
import { useViewer } from '../auth/viewer.ts';
import type { Undo } from '../users/cache-writes.ts';
import { patchPerson } from '../users/patch-person.ts';
import { shownMedia } from './attachments/attachment.ts';
import { endTraySending, takeForSending } from './attachments/tray.ts';
import { beginSending, endSending } from './drafts.ts';
import { rememberPreview } from './media/placeholder.ts';
import { confirmOnTop, insertOnTop, patchPost } from './post-cache.ts';
import { temporaryId } from './post-identity.ts';
import { postKeys } from './post-keys.ts';
import { refetchIfGone } from './refetch-if-gone.ts';
import { startWritten } from './thread/written.ts';
import { authorOf, ownLists } from './toggle.ts';

type Parent = Post | OriginalPost;

/** What is said when the server has no words of its own (spec §8). */
const wordsFor = (parent: Parent | undefined) =>
  parent
    ? { done: 'Comment added successfully!', failed: 'Failed to add comment.' }
    : { done: 'Post created successfully!', failed: 'Failed to create post.' };

/**
 * Publishes the draft of a slot with its files, as a comment where it answers `parent`: at once on top of the feed and
 * of the author's posts, or in its thread; when it fails, the entry goes and everything is back in the box. Tells
 * whether it was sent.
 */
export function useCreatePost(slot: string, parent?: Parent): () => Promise<boolean> {
  const client = useQueryClient();
  const viewer = useViewer();
  return async () => {
    const { items, mediaIds } = takeForSending(slot);
    const { text, visibility, idempotencyKey } = beginSending(slot, mediaIds);
    const media = items.flatMap(shownMedia);
    const words = wordsFor(parent);
    const temporary = temporaryPost(viewer, { text, visibility, idempotencyKey, media }, parent);
    const takeAway = showTemporary(client, viewer, temporary);
    try {
      const body = {
        content: text,
        mediaIds,
        // A comment has no visibility of its own.
        ...(parent ? { parentPost: parent._id } : { visibility }),
      };
      const { data, message } = await call(createPost, { body, idempotencyKey }, { quiet: true });
      endSending(slot, { isSent: true });
      endTraySending(slot, { isSent: true });
      keepPreviews(media);
      showCreated(client, viewer, temporary._id, data);
      toast.success(message || words.done);
      return true;
    } catch (error) {
      takeAway();
      endSending(slot, { isSent: false });
      endTraySending(slot, { isSent: false });
      if (parent) refetchIfGone(client, parent._id, error);
      // The login page then says what happened.
      if (!isSignedOut(error)) toast.error(serverWordsOf(error, words.failed));
      return false;
    }
  };
}

/** The files at hand stand in until the server's pictures are there, so that nothing blinks. */
function keepPreviews(media: readonly Media[]): void {
  for (const { _id, type, url, poster } of media) {
    const preview = type === 'image' ? url : poster;
    if (preview?.startsWith('blob:')) rememberPreview(_id, preview);
  }
}

function showTemporary(client: QueryClient, viewer: OwnUser, post: Post): Undo {
  if (!post.parentPost) return insertOnTop(client, ownLists(viewer._id), post);
  startWritten(client);
  const undoEntry = insertOnTop(client, commentLists(viewer._id), post);
  const undoCount = countReply(client, post.parentPost._id);
  return () => {
    undoCount();
    undoEntry();
  };
}

function showCreated(client: QueryClient, viewer: OwnUser, temporary: string, post: Post): void {
  client.setQueryData(postKeys.one(post._id), post);
  if (post.parentPost) {
    confirmOnTop(client, commentLists(viewer._id), temporary, post);
    void client.invalidateQueries({ queryKey: postKeys.comments(post.parentPost._id) });
    return;
  }
  confirmOnTop(client, ownLists(viewer._id), temporary, post);
  patchPerson(client, viewer._id, ({ postsCount = 0 }) => ({ postsCount: postsCount + 1 }));
}

/** The lists a new comment of the viewer belongs on top of; threads take it from the first. */
function commentLists(viewerId: string) {
  return [postKeys.written, postKeys.replies(viewerId)];
}

function countReply(client: QueryClient, parentId: string): Undo {
  return patchPost(client, parentId, ({ stats }) => ({
    stats: { commentCount: stats.commentCount + 1 },
  }));
}

function temporaryPost(
  viewer: OwnUser,
  {
    text,
    visibility,
    idempotencyKey,
    media,
  }: { text: string; visibility: Visibility; idempotencyKey: string; media: Media[] },
  parent: Parent | undefined,
): Post {
  const now = new Date().toISOString();
  return {
    _id: temporaryId(idempotencyKey),
    ownerid: authorOf(viewer),
    content: text.trim(),
    media,
    visibility: parent?.visibility ?? visibility,
    parentPost: parent ? shortForm(parent) : null,
    isRepost: false,
    originalPost: null,
    hashtags: [],
    mentions: [],
    stats: { likeCount: 0, commentCount: 0, repostCount: 0 },
    isLikedByCurrentUser: false,
    isBookmarkedByCurrentUser: false,
    isRepostedByCurrentUser: false,
    edits: { isedited: false, editedAt: null, editvalidtill: now, editchancesleft: 0 },
    createdAt: now,
    updatedAt: now,
  };
}

function shortForm({ _id, content, media, createdAt, ownerid }: Parent): ParentPost {
  return { _id, content, media, createdAt, ownerid };
}
