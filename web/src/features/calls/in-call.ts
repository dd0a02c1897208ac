/** How far an active call has got (spec §4). */
export type InCallStatus =
  | 'initializing'
  | 'ready'
  | 'calling'
  | 'connecting'
  | 'connected'
  | 'failed'
  | 'ended';

export type InCallEvent =
  /** Relays are known, and the peer connection stands by. */
  | 'prepared'
  /** Our offer has gone out. */
  | 'offered'
  /** Each side has the other’s description. */
  | 'described'
  | 'connected'
  /** The connection broke, and may come back. */
  | 'interrupted'
  | 'failed'
  | 'ended';

const steps: Record<InCallStatus, Partial<Record<InCallEvent, InCallStatus>>> = {
  initializing: { prepared: 'ready' },
  ready: { offered: 'calling', described: 'connecting' },
  calling: { described: 'connecting', connected: 'connected', interrupted: 'connecting' },
  connecting: { connected: 'connected' },
  // A new offer mends what works: it is no step back.
  connected: { interrupted: 'connecting' },
  failed: {},
  ended: {},
};

export function nextInCall(status: InCallStatus, event: InCallEvent): InCallStatus {
  if (status === 'failed' || status === 'ended') return status;
  if (event === 'failed' || event === 'ended') return event;
  return steps[status][event] ?? status;
}
