import type { Context } from '../../kernel/context.ts';
import type { PayloadOf } from '../../kernel/events.ts';
import { sessionReportsLost, sessionsEnded } from '../auth.events.ts';
import { SessionEndListener } from './session-end-listener.ts';
import { notifySessionsEnded } from '../sessions/session.queries.ts';

// The request that ended or changed a session waits until all nodes have dropped it from their caches, but for a second at most.
// Other nodes learn of an end in two ways: from this node, and from the database.

type SessionsEnded = PayloadOf<typeof sessionsEnded>;

export function forgetEndedSessions({ sessions }: Context, { sessionIds }: SessionsEnded): void {
  sessions.end(sessionIds);
}

/** The next request of this person reads the session again. */
export function forgetSessionsOf({ sessions }: Context, { userId }: { userId: string }): void {
  sessions.forget(userId);
}

export function forgetAllSessions({ sessions }: Context): void {
  sessions.forgetAll();
}

/** The database reports the end to all nodes, with the commit. */
export async function reportEndedSessions(tx: Context, ended: SessionsEnded[]): Promise<void> {
  if (tx.cluster.isAlone) return;
  await notifySessionsEnded(
    tx,
    ended.flatMap(({ sessionIds }) => sessionIds),
  );
}

/** Receives from the database which sessions ended. `url` is of a connection that can listen: no pooler. */
export function receiveSessionReports(ctx: Context, url: string): SessionEndListener | null {
  const { cluster, events, sessions, log } = ctx;
  if (cluster.isAlone) return null;
  const reports = new SessionEndListener(
    url,
    {
      ended: (sessionIds) => events.receive(sessionsEnded, { sessionIds }),
      missed: () => void events.deliver([{ type: sessionReportsLost, payload: {} }]),
    },
    log,
  );
  sessions.isCurrent = () => reports.isCurrent;
  reports.start();
  return reports;
}
