import type { OriginalPost, Post } from '@roost/contract/posts';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../lib/load-chunk.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyOverlay } from '../../ui/lazy-overlay.tsx';
import { Menu } from '../../ui/menu.tsx';
import { sheetsSettled } from '../../ui/sheet-history.ts';
import { useViewerId } from '../auth/viewer.ts';
import { BlockDialog } from '../users/block-dialog.tsx';
import { useFollow } from '../users/follow.ts';
import { blockItem, followItem } from '../users/person-menu-items.tsx';
import { useDeletePost } from './delete-post.ts';
import './hide-blocked.ts';

const EditPostDialog = lazyPart(
  async () => (await import('./edit-post-dialog.tsx')).EditPostDialog,
);

type Open = 'edit' | 'delete' | 'block';

/** What else can be done with a post: by its author, or about its author. `post` is never a repost. */
export function PostMenu({
  post,
  onDeleted,
}: {
  post: Post | OriginalPost;
  onDeleted?: (() => void) | undefined;
}) {
  const { ownerid: owner } = post;
  const isOwn = useViewerId() === owner._id;
  const [open, setOpen] = useState<Open>();
  const toggleFollow = useFollow();
  const deletePost = useDeletePost();
  const close = (isOpen: boolean) => isOpen || setOpen(undefined);
  const items = isOwn
    ? [
        { label: 'Edit Post', icon: <Pencil />, onSelect: () => setOpen('edit') },
        { label: 'Delete Post', icon: <Trash2 />, danger: true, onSelect: () => setOpen('delete') },
      ]
    : [
        followItem(owner, () => toggleFollow(owner._id, owner.isFollowingByCurrentUser)),
        blockItem(owner, () => setOpen('block')),
      ];
  return (
    <>
      <Menu
        items={items}
        trigger={
          <IconButton label="More" className="-my-2 -mr-2 ml-1">
            <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        }
      />
      <LazyOverlay open={open === 'edit'} onFailed={() => setOpen(undefined)}>
        {open === 'edit' && <EditPostDialog post={post} open onOpenChange={close} />}
      </LazyOverlay>
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        title="Delete post"
        description="Are you sure you want to delete this post?"
        confirmLabel="Delete"
        danger
        onConfirm={async () => {
          setOpen(undefined);
          await sheetsSettled();
          // Leaving first: the page of a post that is gone would say so for a moment.
          onDeleted?.();
          void deletePost(post);
        }}
      />
      <BlockDialog person={owner} open={open === 'block'} onOpenChange={close} />
    </>
  );
}
