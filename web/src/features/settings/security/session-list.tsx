import { Sentence } from '../../../ui/sentence.tsx';
import * as words from '#words/settings';
import { endOtherSessions, endSession, listSessions } from '@roost/contract/auth';
import type { Answer } from '@roost/contract/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';
import { deviceName } from '../device-name.ts';

type Session = Answer<typeof listSessions>['data'][number];
const sessionsKey = ['sessions'] as const;

/** The viewer's sessions, with buttons that end one or all others. */
export function SessionList() {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await call(listSessions, { signal })).data,
    // Always refetched, because people open it to find sessions that they do not know.
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
          {words.endAllOtherSessions}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.askEndAllOtherSessions}
        description={words.everyOtherDeviceWillHaveToSignIn}
        confirmLabel={words.endSessions}
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
      <MonitorSmartphone className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-name font-semibold">{device}</p>
        <p className="truncate text-meta text-muted">
          {session.address} ·{' '}
          {session.current ? (
            words.thisSession
          ) : (
            <Sentence
              parts={words.lastUsed({ time: <RelativeTime key="time" iso={session.lastUsedAt} /> })}
            />
          )}
        </p>
      </div>
      {session.current ? (
        <span className="shrink-0 rounded-full bg-accent-soft px-3 py-1 text-meta font-semibold text-accent-text">
          {words.current}
        </span>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          busy={end.isPending}
          aria-label={words.endTheSessionOn({ device })}
          onClick={() => end.mutate()}
        >
          {words.end}
        </Button>
      )}
    </li>
  );
}

function SessionSkeletons() {
  return (
    <div aria-busy aria-label={words.loadingSessions} role="status">
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
