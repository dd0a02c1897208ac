import * as words from '#words/posts';
import { Ellipsis } from 'lucide-react';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { MenuButton } from '../../../ui/overlays/menu.tsx';
import type { PostMenuProps } from './post-menu-popup.tsx';

const PostMenuPopup = lazyPart(async () => (await import('./post-menu-popup.tsx')).PostMenuPopup);

/** The menu of a post, for its author and for other people. `post` is never a repost. */
export function PostMenu(props: PostMenuProps) {
  const trigger = (
    <IconButton label={words.more} className="-my-2 -me-2 ms-1">
      <Ellipsis />
    </IconButton>
  );
  return (
    <MenuButton trigger={trigger} preload={PostMenuPopup.preload}>
      {(menu) => <PostMenuPopup {...props} {...menu} />}
    </MenuButton>
  );
}
