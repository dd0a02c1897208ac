import { endOtherSessions, endSession, listSessions } from '@roost/contract/auth';
import type { Answer } from '@roost/contract/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { deviceName } from './device-name.ts';

type Session = Answer<typeof listSessions>['data'][number];
const sessionsKey = ['sessions'] as const;

/** Where the viewer is signed in, with ways to end each. */
export function SessionList() {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await call(listSessions, { signal })).data,
    // Somebody looks here because of what they don't know yet.
    staleTime: 0,
  });
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: ({ message }) => {
      client.setQueryData<Session[]>(sessionsKey, (all) =>
        all?.filter((session) => session.current),
      );
      toast.success(message);
    },
  });

  if (error && !data) return <LoadError message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SessionSkeletons />;
  return (
    <>
      <ul className="divide-y divide-line">
        {data.map((session) => (
          <SessionRow key={session._id} session={session} />
        ))}
      </ul>
      {data.some((session) => !session.current) && (
        <Button variant="secondary" className="mt-4 w-full" onClick={() => setAsking(true)}>
          End all other sessions
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="End all other sessions?"
        description="Every other device will have to sign in again."
        confirmLabel="End sessions"
        danger
        onConfirm={() => endOthers.mutateAsync()}
      />
    </>
  );
}

function SessionRow({ session }: { session: Session }) {
  const device = deviceName(session.device);
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(endSession, { params: { sessionId: session._id } }),
    onSuccess: () =>
      client.setQueryData<Session[]>(sessionsKey, (all) =>
        all?.filter(({ _id }) => _id !== session._id),
      ),
  });
  return (
    <li className="flex items-center gap-4 py-3">
      <MonitorSmartphone size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-name font-semibold">{device}</p>
        <p className="truncate text-meta text-muted">
          {session.address} ·{' '}
          {session.current ? (
            'This session'
          ) : (
            <>
              Last used <RelativeTime iso={session.lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {session.current ? (
        <span className="shrink-0 rounded-full bg-accent-soft px-3 py-1 text-meta font-semibold text-accent-text">
          Current
        </span>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          busy={end.isPending}
          aria-label={`End the session on ${device}`}
          onClick={() => end.mutate()}
        >
          End
        </Button>
      )}
    </li>
  );
}

function SessionSkeletons() {
  return (
    <div aria-busy aria-label="Loading sessions" role="status">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-4 py-3">
          <Skeleton className="size-5 rounded-full" />
          <div className="flex-1">
            <Skeleton className="h-5 w-40 rounded-xs" />
            <Skeleton className="mt-1 h-4 w-56 rounded-xs" />
          </div>
        </div>
      ))}
    </div>
  );
}
