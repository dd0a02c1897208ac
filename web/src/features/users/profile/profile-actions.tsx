import * as words from '#words/users';
import type { Profile } from '@roost/contract/users';
import { Ellipsis } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { AddToListDialog } from '../lists/add-to-list-dialog.tsx';
import { MuteDialog } from '../mutes/mute-dialog.tsx';
import { useUnmute } from '../mutes/mute.ts';
import { NoteDialog } from '../notes/note-dialog.tsx';
import { BlockDialog } from '../relations/block-dialog.tsx';
import { FollowButton } from '../relations/follow-button.tsx';
import {
  blockItem,
  listItem,
  muteItem,
  noteItem,
  removeFollowerItem,
  reportItem,
} from '../relations/person-menu-items.tsx';
import { useRemoveFollower } from '../relations/remove-follower.ts';
import { askToReport } from '../reports/report-request.ts';
import { paths } from '../../../paths.ts';

const EditProfileDialog = lazyPart(
  async () => (await import('../edit-profile/edit-profile-dialog.tsx')).EditProfileDialog,
);

/** The actions on another person's profile: a menu, the page's own actions, follow. */
export function ProfileActions({ person, children }: { person: Profile; children?: ReactNode }) {
  const [asking, setAsking] = useState<'list' | 'note' | 'mute' | 'remove' | 'block'>();
  const unmute = useUnmute();
  const removeFollower = useRemoveFollower();
  const close = () => setAsking(undefined);
  const isMuted = person.mute !== null;
  return (
    <>
      <Menu
        items={[
          listItem(() => setAsking('list')),
          noteItem(person.note !== null, () => setAsking('note')),
          muteItem(person, isMuted, () => (isMuted ? void unmute(person) : setAsking('mute'))),
          ...(person.followsCurrentUser ? [removeFollowerItem(() => setAsking('remove'))] : []),
          blockItem(person, () => setAsking('block')),
          reportItem(words.reportPerson(person), () =>
            askToReport({ subject: { type: 'user', _id: person._id }, person }),
          ),
        ]}
        trigger={
          <IconButton label={words.more} className="size-10 border border-control">
            <Ellipsis />
          </IconButton>
        }
      />
      {children}
      <FollowButton person={person} isMain />
      <AddToListDialog person={person} open={asking === 'list'} onOpenChange={close} />
      <NoteDialog person={person} open={asking === 'note'} onOpenChange={close} />
      <MuteDialog person={person} open={asking === 'mute'} onOpenChange={close} />
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={close}
        title={words.removeFollowerPerson(person)}
        description={words.theyStopFollowingYou}
        confirmLabel={words.removeFollower}
        onConfirm={() => void removeFollower(person._id)}
      />
      <BlockDialog person={person} open={asking === 'block'} onOpenChange={close} />
    </>
  );
}

/** The actions on the viewer's own profile. */
export function OwnProfileActions() {
  const [open, setOpen] = useState(false);
  // The dialog stays mounted after its first opening. So it keeps its draft and can animate its closing.
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Link to={paths.blockedUsers} className={buttonLook({ variant: 'secondary' })}>
        {words.blockedList}
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
        {words.editProfile}
      </Button>
      {opened && (
        <LazyOverlay open={open} onFailed={() => setOpen(false)}>
          <EditProfileDialog open={open} onOpenChange={setOpen} />
        </LazyOverlay>
      )}
    </>
  );
}
