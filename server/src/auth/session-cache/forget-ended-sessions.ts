import { z } from 'zod';
import type { Context } from '../../kernel/context.ts';
import type { PayloadOf } from '../../kernel/events.ts';
import { EVERYTHING } from '../../platform/cluster/operator-cluster.ts';
import { sessionReportsLost, sessionsEnded } from '../auth.events.ts';
import { probeIntervalMs, ReportListener } from './report-listener.ts';
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
  for (const each of ended) await notifySessionsEnded(tx, each);
}

/**
 * Receives from the database which sessions ended, and what commands of the operator changed. `url` is of a connection that can
 * listen: no pooler.
 */
export function receiveReports(ctx: Context, url: string): ReportListener {
  const { cluster, events, sessions, log } = ctx;
  const reports = new ReportListener(
    url,
    {
      ended: (message) => receiveEnded(ctx, message),
      operator: (message) => receiveOperatorMessage(ctx, message),
      missed: () => void events.deliver([{ type: sessionReportsLost, payload: {} }]),
    },
    log,
    cluster.isAlone ? probeIntervalMs.alone : probeIntervalMs.amongNodes,
  );
  // A node without other nodes learns about ends in its own process.
  if (!cluster.isAlone) sessions.isCurrent = () => reports.isCurrent;
  reports.start();
  return reports;
}

/** Runs the reactions to ended sessions. If the message is unreadable, every session is read again. */
function receiveEnded({ events, log }: Context, text: string): void {
  try {
    events.receive(sessionsEnded, sessionsEnded.schema.parse(JSON.parse(text)));
  } catch (error) {
    log.warn({ err: error }, 'unreadable message of ended sessions');
    void events.deliver([{ type: sessionReportsLost, payload: {} }]);
  }
}

const operatorMessage = z.object({ name: z.string(), body: z.unknown() });

/** Runs the reactions to an event that a command of the operator caused. If it is unreadable, everything is read again. */
function receiveOperatorMessage({ events, log }: Context, text: string): void {
  try {
    const { name, body } = operatorMessage.parse(JSON.parse(text));
    if (name !== EVERYTHING) return events.receiveByName(name, body);
  } catch (error) {
    log.warn({ err: error }, 'unreadable message of an operator command');
  }
  void events.deliver([{ type: sessionReportsLost, payload: {} }]);
}
