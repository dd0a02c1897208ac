import type { Media } from '@roost/contract/media';
import { createPost, type Post, type Visibility } from '@roost/contract/posts';
import type { OwnUser } from '@roost/contract/users';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { isSignedOut, serverWordsOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/toasts.ts';
import { useViewer } from '../auth/viewer.ts';
import { patchPerson } from '../users/patch-person.ts';
import { shownMedia } from './attachments/attachment.ts';
import { endTraySending, takeForSending } from './attachments/tray.ts';
import { beginSending, endSending } from './drafts.ts';
import { rememberPreview } from './media/placeholder.ts';
import { confirmOnTop, insertOnTop } from './post-cache.ts';
import { temporaryId } from './post-identity.ts';
import { postKeys } from './post-keys.ts';
import { authorOf, ownLists } from './toggle.ts';

/** What is said when the server has no words of its own (spec §8). */
const words = { done: 'Post created successfully!', failed: 'Failed to create post.' };

/**
 * Publishes the draft of a slot with its files: on top of the feed and of the author's posts at once; when it
 * fails, the entry goes and everything is back in the box. Tells whether it was sent.
 */
export function useCreatePost(slot: string): () => Promise<boolean> {
  const client = useQueryClient();
  const viewer = useViewer();
  return async () => {
    const { items, mediaIds } = takeForSending(slot);
    const { text, visibility, idempotencyKey } = beginSending(slot, mediaIds);
    const media = items.flatMap(shownMedia);
    const temporary = temporaryPost(viewer, { text, visibility, idempotencyKey, media });
    const takeAway = insertOnTop(client, ownLists(viewer._id), temporary);
    try {
      const body = { content: text, visibility, mediaIds };
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

function showCreated(client: QueryClient, viewer: OwnUser, temporary: string, post: Post): void {
  confirmOnTop(client, ownLists(viewer._id), temporary, post);
  client.setQueryData(postKeys.one(post._id), post);
  patchPerson(client, viewer._id, ({ postsCount = 0 }) => ({ postsCount: postsCount + 1 }));
}

function temporaryPost(
  viewer: OwnUser,
  {
    text,
    visibility,
    idempotencyKey,
    media,
  }: { text: string; visibility: Visibility; idempotencyKey: string; media: Media[] },
): Post {
  const now = new Date().toISOString();
  return {
    _id: temporaryId(idempotencyKey),
    ownerid: authorOf(viewer),
    content: text.trim(),
    media,
    visibility,
    parentPost: null,
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
