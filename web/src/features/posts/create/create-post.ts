import * as words from '#words/posts';
import { trimText } from '@roost/contract/text/text';
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
import { call } from '../../../lib/api/api.ts';
import { isSignedOut, isUnanswered, messageOf } from '../../../lib/api/api-error.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import { loadChunk } from '../../../lib/page/load-chunk.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { useViewer } from '../../auth/viewer.ts';
import type { Undo } from '../../../lib/cache/write-cache.ts';
import { patchPerson } from '../../users/patch-person.ts';
import { shownMedia } from '../../compose/attachments/attachment.ts';
import { endAttachmentsSending, takeForSending } from '../../compose/attachments/attachments.ts';
import { beginSending, endSending, returnToDraft } from '../../compose/drafts.ts';
import { rememberPreview } from '../../media/placeholder.ts';
import { confirmOnTop, insertOnTop, patchPost } from '../post-cache.ts';
import { temporaryId } from '../post-identity.ts';
import { postKeys } from '../post-keys.ts';
import { refetchIfGone } from '../refetch-if-gone.ts';
import { startNewComments } from '../thread/new-comments.ts';
import { authorOf, ownLists } from '../actions/reactions.ts';

type Parent = Post | OriginalPost;

/** Shown when the server's error has no text. */
const textsFor = (parent: Parent | undefined) =>
  parent
    ? {
        done: words.commentAddedSuccessfully,
        failed: words.failedToAddComment,
        takenBack: words.commentTakenBack,
      }
    : {
        done: words.postCreatedSuccessfully,
        failed: words.failedToCreatePost,
        takenBack: words.postTakenBack,
      };

/**
 * Returns the function that publishes the draft with its files: as a post, or as a comment on `parent`. The entry shows
 * at once. If the call fails, the entry disappears and the draft returns to the box. Resolves to whether the server
 * accepted it.
 */
export function useCreatePost(draftKey: string, parent?: Parent): () => Promise<boolean> {
  const client = useQueryClient();
  const viewer = useViewer();
  return async () => {
    const { items, mediaIds } = takeForSending(draftKey);
    const { text, visibility, idempotencyKey } = beginSending(draftKey, mediaIds);
    const media = items.flatMap(shownMedia);
    const texts = textsFor(parent);
    const temporary = temporaryPost(viewer, { text, visibility, idempotencyKey, media }, parent);
    const body = {
      content: text,
      mediaIds,
      // A comment inherits the visibility of its post.
      ...(parent ? { parentPost: parent._id } : { visibility }),
    };
    return changeOptimistically({
      show: () => showTemporary(client, viewer, temporary),
      async send() {
        const answer = await call(createPost, { body, idempotencyKey }, { quiet: true });
        // Here, because a draft survives the end of its session, and `succeeded` is not called then.
        endSending(draftKey, { isSent: true });
        endAttachmentsSending(draftKey, { isSent: true });
        return answer;
      },
      succeeded({ data, message }) {
        keepPreviews(media);
        showCreated(client, viewer, temporary._id, data);
        announce(message || texts.done, data, () => {
          void loadRemovePost().then(async (removePost) => {
            returnToDraft(draftKey, { text, visibility });
            return removePost(client, viewer._id, data, { canUndo: false, done: texts.takenBack });
          }, showFailure);
        });
      },
      failed(error) {
        const unanswered = isUnanswered(error) ? error.message : undefined;
        endSending(draftKey, { isSent: false, unanswered });
        endAttachmentsSending(draftKey, { isSent: false });
        if (parent) refetchIfGone(client, parent._id, error);
        // After a sign-out the login page explains it.
        // Otherwise the box says why the draft returned, and offers a retry.
        if (!isSignedOut(error))
          toast.error(unanswered ? texts.failed : messageOf(error, texts.failed));
      },
    });
  };
}

/** The first screen deletes nothing. */
const loadRemovePost = async () =>
  loadChunk(async () => (await import('../actions/delete-post.ts')).removePost);
const showFailure = ({ message }: Error) => toast.error(message);

/** Offers Undo, unless it would lose files: the server deletes them with their post. */
function announce(message: string, { media }: Post, takeBack: () => void): void {
  if (media.length > 0) toast.success(message);
  else toast.undo(message, takeBack);
}

/** The local files stand in until the server's pictures have loaded, so the pictures do not flicker. */
function keepPreviews(media: readonly Media[]): void {
  for (const { _id, type, url, poster } of media) {
    const preview = type === 'image' ? url : poster;
    if (preview?.startsWith('blob:')) rememberPreview(_id, preview);
  }
}

function showTemporary(client: QueryClient, viewer: OwnUser, post: Post): Undo {
  if (!post.parentPost) return insertOnTop(client, ownLists(viewer._id), post);
  startNewComments(client);
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

/** The lists that show a new comment of the viewer at their top. Threads read the first one. */
function commentLists(viewerId: string) {
  return [postKeys.newComments, postKeys.replies(viewerId)];
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
    content: trimText(text),
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
    isThreadMuted: false,
    edits: { isedited: false, editedAt: null, editvalidtill: now, editchancesleft: 0 },
    createdAt: now,
    updatedAt: now,
  };
}

function shortForm({ _id, content, media, createdAt, ownerid }: Parent): ParentPost {
  return { _id, content, media, createdAt, ownerid };
}
