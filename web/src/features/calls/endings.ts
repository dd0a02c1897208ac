import type { ServerEvents } from '@roost/contract/events';

type EndedReason = Parameters<ServerEvents['callEnded']>[0]['reason'];

/** What is said when a call ends without one's own doing (spec §8). */
export const endingWords = {
  peerLost: 'Peer network lost',
  lost: 'Connection lost',
  peerLeft: 'Peer left the call',
  offline: 'Network offline',
} as const;

/**
 * The same for what the server says of an active call; nothing where one knows, as of a block of one's own, or where it
 * goes on in another tab. Whose line it was that was lost only this side can tell.
 */
export function wordsOfEnding(reason: EndedReason, isOwnLine: boolean): string | undefined {
  if (reason === 'lost') return isOwnLine ? endingWords.lost : endingWords.peerLost;
  if (reason === 'hung up' || reason === 'signed out') return endingWords.peerLeft;
  return undefined;
}
