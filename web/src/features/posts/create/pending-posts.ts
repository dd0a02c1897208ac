import type { Media } from '@roost/contract/media';
import type { Post } from '@roost/contract/posts';
import type { OwnUser } from '@roost/contract/users';
import { queryClient } from '../../../lib/cache/query-client.ts';
import type { Undo } from '../../../lib/cache/write-cache.ts';
import { onLogout } from '../../../lib/logout.ts';
import { meKey } from '../../auth/session.ts';
import { outboxStore } from '../../compose/outbox/outbox.ts';
import { rememberPreview } from '../../media/placeholder.ts';
import { patchPerson } from '../../users/patch-person.ts';
import { ownLists } from '../actions/reactions.ts';
import { confirmOnTop, insertOnTop, patchPost } from '../post-cache.ts';
import { temporaryId } from '../post-identity.ts';
import { postKeys } from '../post-keys.ts';
import { keepOnTop } from '../rare-post-changes.ts';
import { startNewComments } from '../thread/new-comments.ts';
import { isQueuedPost, type QueuedPost } from './queued-post.ts';
import { temporaryPost } from './temporary-post.ts';

interface Shown {
  media: readonly Media[];
  /** Removes the entry. */
  undo: Undo;
  /** Stops adding the entry to lists that load. */
  stop: Undo;
}

/** The entries of the lists for posts that wait in the outbox. */
const shown = new Map<string, Shown>();
// The next member must not see them. The lists themselves are gone already.
onLogout(() => {
  for (const { stop } of shown.values()) stop();
  shown.clear();
});

/** Shows the posts of the outbox at the top of their lists, also after a reload. Keeps their pictures up to date. */
function showAll(): void {
  const viewer = queryClient.getQueryData<OwnUser | null>(meKey);
  if (!viewer) return;
  const posts = outboxStore.get().filter(isQueuedPost);
  const ids = new Set(posts.map(({ clientId }) => clientId));
  for (const [clientId, { undo, stop }] of shown) {
    if (ids.has(clientId)) continue;
    shown.delete(clientId);
    stop();
    undo();
  }
  for (const item of posts) {
    const known = shown.get(item.clientId);
    if (!known) shown.set(item.clientId, show(viewer, item));
    else if (known.media !== item.media) {
      known.media = item.media;
      patchPost(queryClient, temporaryId(item.clientId), { media: item.media });
    }
  }
}

outboxStore.subscribe(showAll);
showAll();

function show(viewer: OwnUser, item: QueuedPost): Shown {
  const post = temporaryPost(viewer, item);
  const lists = listsOf(item);
  if (item.parent) startNewComments(queryClient);
  const undoEntry = insertOnTop(queryClient, lists, post);
  const undoCount = item.parent ? countReply(item.parent._id) : () => {};
  return {
    media: item.media,
    undo() {
      undoCount();
      undoEntry();
    },
    stop: keepOnTop(queryClient, lists, () => ({
      ...post,
      media: shown.get(item.clientId)?.media.slice() ?? post.media,
    })),
  };
}

/** Replaces the entry by the post that the server has. */
export function showCreated(item: QueuedPost, post: Post): void {
  const { clientId, authorId, parent } = item;
  shown.get(clientId)?.stop();
  shown.delete(clientId);
  keepPreviews(item.media);
  queryClient.setQueryData(postKeys.one(post._id), post);
  confirmOnTop(queryClient, listsOf(item), temporaryId(clientId), post);
  if (parent) void queryClient.invalidateQueries({ queryKey: postKeys.comments(parent._id) });
  else patchPerson(queryClient, authorId, ({ postsCount = 0 }) => ({ postsCount: postsCount + 1 }));
}

/** The lists that show the entry at their top. Threads read the new comments. */
function listsOf({ authorId, parent }: QueuedPost) {
  return parent ? [postKeys.newComments, postKeys.replies(authorId)] : ownLists(authorId);
}

function countReply(parentId: string): Undo {
  return patchPost(queryClient, parentId, ({ stats }) => ({
    stats: { commentCount: stats.commentCount + 1 },
  }));
}

/** The local files stand in until the server's pictures have loaded, so the pictures do not flicker. */
function keepPreviews(media: readonly Media[]): void {
  for (const { _id, type, url, poster } of media) {
    const preview = type === 'image' ? url : poster;
    if (preview?.startsWith('blob:')) rememberPreview(_id, preview);
  }
}
