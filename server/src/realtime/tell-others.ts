import type { Context } from '../context.ts';

/**
 * News that every node hears, whichever it happened on; who listens is the gateway, and app.ts. What has to be heard before an
 * answer is told by auth/remember-sessions.ts.
 */
const toAll = [
  'followed',
  'unfollowed',
  'blocked',
  'unblocked',
  'talksChanged',
  'callMoved',
  'mediaReady',
] as const;

/** Other nodes are told of what happens here and concerns sockets, which may be there. */
export function tellOthers({ events, nodes }: Context): void {
  if (nodes.isAlone) return;
  for (const name of toAll) events.on(name, (news) => void nodes.tellNodes(name, news as never));
  events.on('streamsGrew', ({ added }) => {
    for (const [userId, rows] of added) nodes.tellPerson(userId, 'grown', { rows });
  });
  events.on('premiumChanged', ({ userId, isActive }) =>
    nodes.tellPerson(userId, 'said', {
      event: 'premiumChanged',
      payload: [{ premium: { isActive } }],
    }),
  );
}
