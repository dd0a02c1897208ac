import * as words from '#words/users';
import type { PostOwner } from '@roost/contract/users';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useBlock } from './block.ts';

interface BlockDialogProps {
  person: Pick<PostOwner, '_id' | 'username' | 'isBlockedByCurrentUser'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for confirmation before a block or an unblock, and names the person. */
export function BlockDialog({ person, open, onOpenChange }: BlockDialogProps) {
  const toggleBlock = useBlock();
  // The state at the opening. The block shows at once, while the dialog is still fading.
  const [asked, setAsked] = useState({ open, isBlocked: person.isBlockedByCurrentUser });
  if (asked.open !== open)
    setAsked({ open, isBlocked: open ? person.isBlockedByCurrentUser : asked.isBlocked });
  const { username } = person;
  const titleOf = asked.isBlocked ? words.unblockPerson : words.blockPerson;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={titleOf({ username })}
      description={asked.isBlocked ? words.askUnblock({ username }) : words.askBlock({ username })}
      confirmLabel={asked.isBlocked ? words.unblock : words.block}
      danger={!asked.isBlocked}
      onConfirm={() => toggleBlock(person._id, asked.isBlocked)}
    />
  );
}
