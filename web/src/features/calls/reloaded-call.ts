import type { CallMedia } from '@roost/contract/calls';
import { callTiming } from './call-timing.ts';
import { keepTabName } from '../../lib/socket/tab-name.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { onLogout } from '../../lib/logout.ts';
import { hasFields, storedJson, take } from '../../lib/storage.ts';

/** How this side joins a call again after a reload of its page. */
export interface Reloaded {
  media: CallMedia;
  isMuted: boolean;
  /** When both sides were first connected, in ms since 1970. Undefined if they never were. */
  connectedSince?: number | undefined;
}

interface StoredCall extends Reloaded {
  callId: string;
  /** In ms since 1970. */
  leftAt: number;
}

const types = { callId: 'string', leftAt: 'number', media: 'string', isMuted: 'boolean' } as const;
const storage = storedJson('sessionStorage', 'roost:call', (value) =>
  hasFields<StoredCall>(value, types) ? value : undefined,
);
let stored = take(storage);
onLogout(() => (stored = undefined));

/** Stores the active call while the page unloads. A reload continues it within the server's grace period. */
export function storeCall(callId: string, reloaded: Reloaded): void {
  // Without storage, a reload ends the call for this side.
  if (storage.write({ ...reloaded, callId, leftAt: wallClock() })) keepTabName();
}

/**
 * Returns the stored state of this call from before the reload. Only the first request gets it, so that nobody rejoins a
 * call after leaving it.
 */
export function reloadedIn(callId: string): Reloaded | undefined {
  if (stored?.callId !== callId) return undefined;
  const away = wallClock() - stored.leftAt;
  const found = away < callTiming.graceMs + callTiming.lateMs ? stored : undefined;
  stored = undefined;
  return found;
}
