import * as words from '#words/admin';
import { approvePerson, refusePerson, type AdminPerson } from '@roost/contract/admin';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { usePersonChange } from './use-person-change.ts';

/** The reason of a person who waits for approval, and the two answers. */
export function Decision({ person: { _id, username, reason } }: { person: AdminPerson }) {
  const [isAsking, setAsking] = useState(false);
  const params = { userId: _id };
  const approve = usePersonChange(() => call(approvePerson, { params }));
  const refuse = usePersonChange(() => call(refusePerson, { params }));
  const isBusy = approve.isPending || refuse.isPending;
  return (
    <div className="mt-2">
      {reason === '' ? (
        <p className="text-muted">{words.gaveNoReason}</p>
      ) : (
        <blockquote
          dir="auto"
          className="border-s-2 border-control ps-3 whitespace-pre-line [overflow-wrap:anywhere]"
        >
          {reason}
        </blockquote>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          size="sm"
          busy={approve.isPending}
          disabled={isBusy && !approve.isPending}
          aria-label={words.approvePerson({ username })}
          onClick={() => approve.mutate()}
        >
          {words.approve}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          busy={refuse.isPending}
          disabled={isBusy && !refuse.isPending}
          aria-label={words.refusePerson({ username })}
          onClick={() => setAsking(true)}
        >
          {words.refuse}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.askRefuse({ username })}
        description={words.theirAccountIsDeleted}
        confirmLabel={words.refuse}
        danger
        // The dialog closes at once, because the call may ask for a proof.
        onConfirm={() => refuse.mutate()}
      />
    </div>
  );
}
