import type { Cluster } from '../../kernel/messages.ts';

/** The cluster of one node: there is nobody to send to. */
export const singleNode: Cluster = {
  isAlone: true,
  isConnected: true,
  broadcast: async () => {},
  onBroadcast: () => {},
  ask: async () => [],
  onQuestion: () => {},
  subscribeToPerson: async () => {},
  unsubscribeFromPerson: () => {},
  publish: () => {},
  onPublished: () => {},
  onJoined: () => {},
  onGone: () => {},
  onMissed: () => {},
  onReturned: () => {},
  close: async () => {},
};
