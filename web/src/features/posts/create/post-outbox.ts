import * as words from '#words/posts';
import { trimText } from '@roost/contract/text/text';
import { createPost, type OriginalPost, type ParentPost, type Post } from '@roost/contract/posts';
import { ApiError, call } from '../../../lib/api/api.ts';
import { isSignedOut, messageOf } from '../../../lib/api/api-error.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import { loadChunk } from '../../../lib/page/load-chunk.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { attachmentsOf } from '../../compose/attachments/attachments.ts';
import { returnUploads } from '../../compose/attachments/file-input.ts';
import { changeDraft, draftOf, returnToDraft } from '../../compose/drafts.ts';
import { openBox } from '../../compose/open-box.ts';
import { canEnqueue, enqueue } from '../../compose/outbox/outbox.ts';
import { registerKind } from '../../compose/outbox/outbox-kinds.ts';
import { decideRetry } from '../../compose/outbox/outbox-rules.ts';
import { refetchIfGone } from '../refetch-if-gone.ts';
import { postDraftKey } from './post-draft-key.ts';
import { showCreated } from './pending-posts.ts';
import { PendingState } from './pending-row.tsx';
import { draftKeyOf, POST_KIND, type QueuedPost } from './queued-post.ts';
import { takeReturned } from './returned-post.ts';
import { shortForm } from './temporary-post.ts';

/** Shown when the server's answer has no text. */
const textsFor = (parent: ParentPost | undefined) =>
  parent
    ? {
        done: words.commentAddedSuccessfully,
        failed: words.failedToAddComment,
        takenBack: words.commentTakenBack,
        waits: words.commentWaits,
      }
    : {
        done: words.postCreatedSuccessfully,
        failed: words.failedToCreatePost,
        takenBack: words.postTakenBack,
        waits: words.postWaits,
      };

/** Moves the draft with its files to the outbox. Returns whether there was something to move. */
export function enqueuePost(authorId: string, parent: Post | OriginalPost | undefined): boolean {
  const draftKey = postDraftKey(authorId, parent);
  const { text, visibility } = draftOf(draftKey);
  const files = attachmentsOf(draftKey).items;
  const hasFiles = files.length > 0;
  if ((trimText(text) === '' && !hasFiles) || !canEnqueue(authorId)) return false;
  const sent = { content: text, visibility: parent?.visibility ?? visibility };
  const mediaIds = files.map(({ id, state }) => (state.step === 'ready' ? state.media._id : id));
  const returned = takeReturned(draftKey, { ...sent, mediaIds });
  const clientId = returned?.clientId ?? randomKey();
  changeDraft(draftKey, { text: '' });
  enqueue<QueuedPost>(
    authorId,
    {
      clientId,
      kind: POST_KIND,
      // Posts keep their order, but none waits for the files of another.
      lane: hasFiles ? `${POST_KIND}:${clientId}` : POST_KIND,
      ...sent,
      authorId,
      firstSentAt: returned?.createdAt,
      parent: parent && shortForm(parent),
    },
    draftKey,
  );
  return true;
}

// It must also show offline.
PendingState.preload();

registerKind(POST_KIND, {
  // The socket may be away while the server can be reached.
  canSend: () => true,
  decide(error, tries) {
    // The person decides when to post again.
    if (error instanceof ApiError && error.status === 429)
      return { type: 'failed', problem: error.message };
    return decideRetry(error, tries);
  },
  async send(item) {
    const post = item as QueuedPost;
    const { clientId, content, visibility, parent } = post;
    const body = {
      content,
      mediaIds: item.media.map(({ _id }) => _id),
      // A comment inherits the visibility of its post.
      ...(parent ? { parentPost: parent._id } : { visibility }),
    };
    const answer = await call(createPost, { body, idempotencyKey: clientId }, { quiet: true });
    return () => {
      showCreated(post, answer.data);
      const message = answer.message || textsFor(parent).done;
      toast.undo(message, () => void takeBack(post, answer.data));
    };
  },
  waits: (item) => toast.info(textsFor((item as QueuedPost).parent).waits),
  refused(item, error) {
    const { parent } = item as QueuedPost;
    if (parent) refetchIfGone(queryClient, parent._id, error);
    // After a sign-out the login page explains it.
    if (!isSignedOut(error)) toast.error(messageOf(error, textsFor(parent).failed));
  },
});

async function takeBack(item: QueuedPost, post: Post): Promise<void> {
  const { content: text, visibility, authorId, parent } = item;
  try {
    const { removePost } = await loadChunk(() => import('../actions/delete-post.ts'));
    const draftKey = draftKeyOf(item);
    returnToDraft(draftKey, { text, visibility });
    const files = post.media.length > 0 ? returnUploads(draftKey, post.media) : undefined;
    void openBox(draftKey, parent?._id ?? null);
    const done = textsFor(parent).takenBack;
    await removePost(queryClient, authorId, post, { canUndo: false, done, files });
  } catch (error) {
    toast.error((error as Error).message);
  }
}
