import type { Profile } from '@roost/contract/users';
import { Ellipsis } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '../../lib/load-chunk.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyOverlay } from '../../ui/lazy-overlay.tsx';
import { Menu } from '../../ui/menu.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { FollowButton } from './follow-button.tsx';
import { blockItem } from './person-menu-items.tsx';

const EditProfileDialog = lazyPart(
  async () => (await import('./edit-profile/edit-profile-dialog.tsx')).EditProfileDialog,
);

/** For somebody else's profile: block, what the page adds, follow. */
export function ProfileActions({ person, children }: { person: Profile; children?: ReactNode }) {
  const [isBlocking, setBlocking] = useState(false);
  return (
    <>
      <Menu
        items={[blockItem(person, () => setBlocking(true))]}
        trigger={
          <IconButton label="More" className="size-10 border border-control">
            <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        }
      />
      {children}
      <FollowButton person={person} />
      <BlockDialog person={person} open={isBlocking} onOpenChange={setBlocking} />
    </>
  );
}

/** For one's own. */
export function OwnProfileActions() {
  const [open, setOpen] = useState(false);
  // Stays after the first opening: what was written is there again, and closing is animated.
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Link to="/home/blocked-users" className={buttonLook({ variant: 'secondary' })}>
        Blocked List
      </Link>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        onPointerEnter={EditProfileDialog.preload}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        Edit profile
      </Button>
      {opened && (
        <LazyOverlay open={open} onFailed={() => setOpen(false)}>
          <EditProfileDialog open={open} onOpenChange={setOpen} />
        </LazyOverlay>
      )}
    </>
  );
}
