import type { QueryClient } from '@tanstack/react-query';
import type { ServerEvents } from '@roost/contract/events';
import type { EventLogPosition } from './event-log-position.ts';

type Payload<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0];
type Handle = (client: QueryClient, payload: unknown) => void;

const handles = new Map<string, Handle[]>();
const refreshes: ((client: QueryClient) => void)[] = [];

/**
 * Registers a handler for the live events of this name. It runs once for each event, in order. Call this when the
 * module loads. List the module in shell/live-features.ts, so it loads before the socket connects.
 */
export function onLive<Name extends keyof ServerEvents>(
  name: Name,
  handle: (client: QueryClient, payload: Payload<Name>) => void,
): void {
  handles.set(name, [...(handles.get(name) ?? []), handle as Handle]);
}

/**
 * Registers a handler for times when events may be lost: before the first connection, and after a very long absence.
 * A feature then fetches again the data that its events keep current.
 */
export function onMissed(refresh: (client: QueryClient) => void): void {
  refreshes.push(refresh);
}

/** Passes an event of the main socket to its handlers. If one handler fails, the others still run. */
export function hear(
  client: QueryClient,
  position: EventLogPosition,
  name: string,
  payload: unknown,
): void {
  const seq = seqOf(payload);
  if (name === 'streamStart' || name === 'streamReset') {
    if (seq !== undefined) position.start(seq);
    for (const refresh of refreshes) attempt(() => refresh(client));
  } else if (seq === undefined || position.accept(name, seq)) {
    for (const handle of handles.get(name) ?? []) attempt(() => handle(client, payload));
  }
}

function attempt(what: () => void): void {
  try {
    what();
  } catch (error) {
    reportError(error);
  }
}

/** Only entries of the person's event log have a number. */
function seqOf(payload: unknown): number | undefined {
  const { seq } = (payload ?? {}) as { seq?: unknown };
  return typeof seq === 'number' ? seq : undefined;
}
