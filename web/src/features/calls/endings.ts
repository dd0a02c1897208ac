import * as words from '#words/calls';
import type { ServerEvents } from '@roost/contract/events';

type EndedReason = Parameters<ServerEvents['callEnded']>[0]['reason'];

/** The texts for calls that this side did not end. */
export const endingTexts = {
  peerLost: words.peerNetworkLost,
  lost: words.connectionLost,
  peerLeft: words.peerLeftTheCall,
  offline: words.networkOffline,
} as const;

/**
 * Returns the text for the server's reason. Undefined if the user already knows, for example after the viewer's own block, or if
 * the call continues in another tab. Only this side knows whose connection was lost.
 */
export function endingTextOf(reason: EndedReason, isOwnConnection: boolean): string | undefined {
  if (reason === 'lost') return isOwnConnection ? endingTexts.lost : endingTexts.peerLost;
  if (reason === 'hung up' || reason === 'signed out') return endingTexts.peerLeft;
  return undefined;
}
