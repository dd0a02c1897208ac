import * as words from '#words/admin';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { briefTime } from '../../../lib/format/relative-time.ts';
import { Handle } from '../../../ui/handle.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Sentence } from '../../../ui/sentence.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { SectionError } from '../section-error.tsx';
import { invitesQuery, useDeleteInvite, type Invite } from './invites.query.ts';

/** The invites that still work. */
export function InviteList() {
  const list = useInfiniteQuery(invitesQuery);
  const { data, error, hasNextPage } = list;
  const invites = useMemo(
    () => uniqueById(data?.pages.flatMap(({ invites }) => invites) ?? []),
    [data],
  );
  if (!data)
    return error ? (
      <SectionError error={error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton className="h-40 rounded-card" />
    );
  if (invites.length === 0 && !hasNextPage)
    return <p className="text-muted">{words.noInviteWorks}</p>;
  return (
    <>
      <ul aria-label={words.invites} className="divide-y divide-line">
        {invites.map((invite) => (
          <InviteRow key={invite._id} invite={invite} />
        ))}
      </ul>
      <ListEnd list={list} count={invites.length} ahead="400px" failed={words.invitesNotLoaded}>
        <Skeleton className="my-3 h-11 rounded-card" />
      </ListEnd>
    </>
  );
}

function InviteRow({ invite }: { invite: Invite }) {
  const { _id, uses, used, expiresAt, createdBy } = invite;
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteInvite(_id);
  const left = words.usesLeft({ left: uses - used, uses });
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="nums font-semibold">{left}</p>
        <p className="text-meta text-muted [overflow-wrap:anywhere]">
          {words.endsAt({ date: briefTime(expiresAt) })} ·{' '}
          {createdBy ? (
            <Sentence
              parts={words.madeBy({ name: <Handle key="name" username={createdBy.username} /> })}
            />
          ) : (
            words.madeByTheOperator
          )}
        </p>
      </div>
      <IconButton
        label={words.deleteTheInvite({ left })}
        aria-busy={remove.isPending || undefined}
        disabled={remove.isPending}
        onClick={() => setAsking(true)}
      >
        <Trash2 size={18} />
      </IconButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.askDeleteTheInvite}
        description={words.itsCodeStopsWorking}
        confirmLabel={words.deleteIt}
        danger
        // The dialog closes at once, because the call may ask for a proof.
        onConfirm={() => remove.mutate()}
      />
    </li>
  );
}
