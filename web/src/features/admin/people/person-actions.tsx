import * as words from '#words/admin';
import { forceReset, type AdminPerson } from '@roost/contract/admin';
import { Ellipsis, KeyRound, UserCog } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { RoleDialog } from './role-dialog.tsx';
import { usePersonChange } from './use-person-change.ts';

/** The menu of an account. Admins cannot change their own, and a person who waits first needs a decision. */
export function PersonActions({ person }: { person: AdminPerson }) {
  const { _id, username, status } = person;
  const viewerId = useViewerId();
  const [asking, setAsking] = useState<'role' | 'reset'>();
  const reset = usePersonChange(() => call(forceReset, { params: { userId: _id } }));
  const close = () => setAsking(undefined);
  if (_id === viewerId)
    return <span className="shrink-0 text-meta text-muted">{words.thisIsYou}</span>;
  if (status === 'pending' || status === 'erased') return null;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={words.moreAbout({ username })} className="-me-2 -mt-1">
            <Ellipsis />
          </IconButton>
        }
        items={[
          { label: words.changeRole, icon: <UserCog />, onSelect: () => setAsking('role') },
          {
            label: words.resetPassword,
            icon: <KeyRound />,
            danger: true,
            onSelect: () => setAsking('reset'),
          },
        ]}
      />
      <RoleDialog person={person} open={asking === 'role'} onClose={close} />
      <ConfirmDialog
        open={asking === 'reset'}
        onOpenChange={close}
        title={words.askResetPassword({ username })}
        description={words.theirSessionsAndPasswordEnd}
        confirmLabel={words.resetPassword}
        danger
        // The dialog closes at once, because the call may ask for a proof.
        onConfirm={() => reset.mutate()}
      />
    </>
  );
}
