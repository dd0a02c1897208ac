import * as words from '#words/posts';
import type { OriginalPost, Post } from '@roost/contract/posts';
import {
  BellOff,
  BellRing,
  CircleHelp,
  Pencil,
  Pin,
  PinOff,
  ThumbsDown,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { MenuPopup } from '../../../ui/overlays/menu-popup.tsx';
import type { OpenMenu } from '../../../ui/overlays/menu-props.ts';
import { sheetsSettled } from '../../../ui/overlays/sheet-history.ts';
import { useViewerId } from '../../auth/viewer.ts';
import { AddToListDialog } from '../../users/lists/add-to-list-dialog.tsx';
import { MuteDialog } from '../../users/mutes/mute-dialog.tsx';
import { BlockDialog } from '../../users/relations/block-dialog.tsx';
import { useFollow } from '../../users/relations/follow.ts';
import {
  blockItem,
  followItem,
  listItem,
  muteItem,
  reportItem,
} from '../../users/relations/person-menu-items.tsx';
import { askToReport } from '../../users/reports/report-request.ts';
import { canShowLess, useShowLess } from '../feed/show-less.ts';
import { WhyDialog } from '../feed/why-dialog.tsx';
import { useDeletePost } from './delete-post.ts';
import { useMuteThread } from './mute-thread.ts';
import { usePinPost } from './pin-post.ts';

const EditPostDialog = lazyPart(
  async () => (await import('./edit-post-dialog.tsx')).EditPostDialog,
);

export interface PostMenuProps {
  post: Post | OriginalPost;
  onDeleted?: (() => void) | undefined;
}

type Open = 'edit' | 'delete' | 'list' | 'mute' | 'block' | 'why';

/** The open popup of `PostMenu`, and the dialogs of its items. */
export function PostMenuPopup({ post, onDeleted, ...menu }: PostMenuProps & OpenMenu) {
  const { ownerid: owner } = post;
  const isOwn = useViewerId() === owner._id;
  const [open, setOpen] = useState<Open>();
  const toggleFollow = useFollow();
  const deletePost = useDeletePost();
  const muteThread = useMuteThread();
  const showLess = useShowLess();
  const pinPost = usePinPost();
  const close = (isOpen: boolean) => isOpen || setOpen(undefined);
  const muteThreadItem = {
    label: post.isThreadMuted ? words.unmuteThread : words.muteThread,
    icon: post.isThreadMuted ? <BellRing /> : <BellOff />,
    onSelect: () => void muteThread(post),
  };
  const whyItems = post.reason
    ? [{ label: words.whyThisPost, icon: <CircleHelp />, onSelect: () => setOpen('why') }]
    : [];
  const less = canShowLess(post) ? () => void showLess(post) : undefined;
  const pinItem = {
    label: post.isPinned ? words.unpin : words.pinToProfile,
    icon: post.isPinned ? <PinOff /> : <Pin />,
    onSelect: () => void pinPost(post),
  };
  const items = isOwn
    ? [
        { label: words.editPost, icon: <Pencil />, onSelect: () => setOpen('edit') },
        // Comments cannot be pinned.
        ...(post.parentPost ? [] : [pinItem]),
        muteThreadItem,
        ...whyItems,
        {
          label: words.deletePost,
          icon: <Trash2 />,
          danger: true,
          onSelect: () => setOpen('delete'),
        },
      ]
    : [
        ...whyItems,
        ...(less ? [{ label: words.notThis, icon: <ThumbsDown />, onSelect: less }] : []),
        followItem(owner, () => toggleFollow(owner._id, owner.isFollowingByCurrentUser)),
        listItem(() => setOpen('list')),
        muteItem(owner, false, () => setOpen('mute')),
        muteThreadItem,
        blockItem(owner, () => setOpen('block')),
        reportItem(words.reportPost, () =>
          askToReport({ subject: { type: 'post', _id: post._id }, person: owner }),
        ),
      ];
  return (
    <>
      <MenuPopup {...menu} items={items} />
      <LazyOverlay open={open === 'edit'} onFailed={() => setOpen(undefined)}>
        {open === 'edit' && <EditPostDialog post={post} open onOpenChange={close} />}
      </LazyOverlay>
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        title={words.deletePost}
        description={words.confirmDelete}
        confirmLabel={words.delete}
        danger
        onConfirm={async () => {
          setOpen(undefined);
          await sheetsSettled();
          // Leave first. Otherwise the post's page would briefly say that the post does not exist.
          onDeleted?.();
          void deletePost(post);
        }}
      />
      <WhyDialog post={post} open={open === 'why'} onOpenChange={close} onLess={less} />
      <AddToListDialog person={owner} open={open === 'list'} onOpenChange={close} />
      <MuteDialog person={owner} open={open === 'mute'} onOpenChange={close} />
      <BlockDialog person={owner} open={open === 'block'} onOpenChange={close} />
    </>
  );
}
