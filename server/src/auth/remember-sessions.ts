import type { Context } from '../context.ts';

/** What was remembered of a session is forgotten, here and on all other nodes, before whoever ended or changed it is answered. */
export function rememberSessions({ events, nodes, sessions }: Context): void {
  events.on('sessionsEnded', ({ sessionIds }) => sessions.end(sessionIds));
  events.on('premiumSet', ({ userId }) => sessions.forget(userId));
  events.beforeAnswer('sessionsEnded', async ({ sessionIds }) => {
    if (sessionIds.length > 0) await nodes.tellNodes('sessionsEnded', { sessionIds });
  });
  events.beforeAnswer('premiumSet', async ({ userId }) =>
    nodes.tellNodes('premiumSet', { userId }),
  );
  nodes.onTold('sessionsEnded', ({ sessionIds }) => sessions.end(sessionIds));
  nodes.onTold('premiumSet', ({ userId }) => sessions.forget(userId));
}
