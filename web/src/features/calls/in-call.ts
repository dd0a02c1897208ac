/** The status of an active call. */
export type InCallStatus =
  | 'initializing'
  | 'ready'
  | 'calling'
  | 'connecting'
  | 'connected'
  | 'failed'
  | 'ended';

export type InCallEvent =
  /** The relay servers are known, and the peer connection exists. */
  | 'prepared'
  /** This side has sent its offer. */
  | 'offered'
  /** Each side has the other’s description. */
  | 'described'
  | 'connected'
  /** The connection was lost and may recover. */
  | 'interrupted'
  | 'failed'
  | 'ended';

const steps: Record<InCallStatus, Partial<Record<InCallEvent, InCallStatus>>> = {
  initializing: { prepared: 'ready' },
  ready: { offered: 'calling', described: 'connecting' },
  calling: { described: 'connecting', connected: 'connected', interrupted: 'connecting' },
  connecting: { connected: 'connected' },
  // A new offer during a connected call does not change the status.
  connected: { interrupted: 'connecting' },
  failed: {},
  ended: {},
};

export function nextInCall(status: InCallStatus, event: InCallEvent): InCallStatus {
  if (status === 'failed' || status === 'ended') return status;
  if (event === 'failed' || event === 'ended') return event;
  return steps[status][event] ?? status;
}
