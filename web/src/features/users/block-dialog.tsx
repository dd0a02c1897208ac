import type { PostOwner } from '@roost/contract/users';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useBlock } from './block.ts';

interface BlockDialogProps {
  person: Pick<PostOwner, '_id' | 'username' | 'isBlockedByCurrentUser'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before blocking or unblocking, naming the person (spec §5). */
export function BlockDialog({ person, open, onOpenChange }: BlockDialogProps) {
  const toggleBlock = useBlock();
  // As it was when it opened: the answer shows at once, while the question is still fading.
  const [asked, setAsked] = useState({ open, isBlocked: person.isBlockedByCurrentUser });
  if (asked.open !== open)
    setAsked({ open, isBlocked: open ? person.isBlockedByCurrentUser : asked.isBlocked });
  const verb = asked.isBlocked ? 'Unblock' : 'Block';
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${verb} @${person.username}`}
      description={`Are you sure you want to ${verb.toLowerCase()} @${person.username}?`}
      confirmLabel={verb}
      danger={!asked.isBlocked}
      onConfirm={() => toggleBlock(person._id, asked.isBlocked)}
    />
  );
}
