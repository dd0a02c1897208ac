import * as words from '#words/moderation';
import { moderationLimits } from '@roost/contract/limits';
import { endSessionsOf, restoreUser, type PersonHistory } from '@roost/contract/moderation';
import { lengthOf, trimText } from '@roost/contract/text/text';
import type { NamedUser } from '@roost/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextAreaField } from '../../../ui/controls/text-area-field.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';
import { moderationKeys } from '../moderation-keys.ts';

interface PersonActionsProps {
  user: NamedUser;
  measures: PersonHistory['measures'];
}

/** Ends the sessions of a person, and undoes every measure against them. */
export function PersonActions({ user, measures }: PersonActionsProps) {
  const [asking, setAsking] = useState<'restore' | 'sessions'>();
  const params = { userId: user._id };
  const endSessions = useMutation({
    mutationFn: async () => call(endSessionsOf, { params }),
    onSuccess: ({ message }) => toast.success(message),
  });
  const close = (open: boolean) => open || setAsking(undefined);
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      {measures.length > 0 && (
        <Button variant="secondary" onClick={() => setAsking('restore')}>
          {words.restore}
        </Button>
      )}
      <Button variant="secondary" onClick={() => setAsking('sessions')}>
        {words.endSessions}
      </Button>
      <RestoreDialog user={user} open={asking === 'restore'} onOpenChange={close} />
      <ConfirmDialog
        open={asking === 'sessions'}
        onOpenChange={close}
        title={words.askEndSessions(user)}
        description={words.theyCanSignInAgain}
        confirmLabel={words.endSessions}
        danger
        onConfirm={() => endSessions.mutateAsync()}
      />
    </div>
  );
}

interface RestoreDialogProps {
  user: NamedUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function RestoreDialog({ user, open, onOpenChange }: RestoreDialogProps) {
  const client = useQueryClient();
  const [message, setMessage] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      call(restoreUser, { params: { userId: user._id }, body: { message: trimText(message) } }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: moderationKeys.all });
      toast.success(words.personIsBack(user));
      setMessage('');
      onOpenChange(false);
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.askRestore(user)}
      description={words.everySuspensionEnds}
      keepsText
    >
      <div className="mt-4 flex flex-col gap-4">
        <TextAreaField
          label={words.messageForThePerson}
          rows={2}
          count={{ used: lengthOf(trimText(message)), max: moderationLimits.note }}
          value={message}
          onChange={setMessage}
        />
        <Button busy={isPending} className="self-end" onClick={() => mutate()}>
          {words.restore}
        </Button>
      </div>
    </Dialog>
  );
}
