import * as words from '#words/admin';
import { setRole, type AdminPerson } from '@roost/contract/admin';
import type { Role } from '@roost/contract/users';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ChoiceCards } from '../choice-cards.tsx';
import { roleNames } from './person-names.ts';
import { usePersonChange } from './use-person-change.ts';

const choices: readonly { value: Role; label: string; about: string }[] = [
  { value: 'member', label: roleNames.member, about: words.membersHaveNoPowers },
  { value: 'moderator', label: roleNames.moderator, about: words.moderatorsDecideReports },
  { value: 'admin', label: roleNames.admin, about: words.adminsDecideAll },
];

interface RoleDialogProps {
  person: AdminPerson;
  open: boolean;
  onClose: () => void;
}

/** Gives a person another role. */
export function RoleDialog({ person: { _id, username, role }, open, onClose }: RoleDialogProps) {
  const [chosen, setChosen] = useState<Role>();
  const value = chosen ?? role;
  const change = usePersonChange((next: Role) =>
    call(setRole, { params: { userId: _id }, body: { role: next } }),
  );
  const close = () => {
    setChosen(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={words.roleOf({ username })}
      description={words.withHttpsStaffNeedsAnApp}
      size="sm"
    >
      <div className="mt-5">
        <ChoiceCards label={words.role} choices={choices} value={value} onChange={setChosen} />
      </div>
      <div className="mt-6 flex justify-end gap-3 max-md:flex-col-reverse">
        <Button variant="secondary" onClick={close}>
          {words.cancel}
        </Button>
        <Button
          disabled={value === role}
          onClick={() => {
            // The dialog closes at once, because the call may ask for a proof.
            change.mutate(value);
            close();
          }}
        >
          {words.save}
        </Button>
      </div>
    </Dialog>
  );
}
