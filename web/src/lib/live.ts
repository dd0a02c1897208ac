import type { QueryClient } from '@tanstack/react-query';
import type { ServerEvents } from '@roost/contract/events';
import { StreamPlace } from './stream-place.ts';

type Payload<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0];
type Handle = (client: QueryClient, payload: unknown) => void;

const handles = new Map<string, Handle[]>();
const refreshes: ((client: QueryClient) => void)[] = [];

/**
 * For features that something live concerns, when their module is loaded: called with each event of this name, once
 * and in order. A module that registers is named in shell/live-features.ts, so that it is there from the start.
 */
export function onLive<Name extends keyof ServerEvents>(
  name: Name,
  handle: (client: QueryClient, payload: Payload<Name>) => void,
): void {
  handles.set(name, [...(handles.get(name) ?? []), handle as Handle]);
}

/**
 * Called when events may have passed unheard: before the first connection stood, and after an absence too long to
 * catch up with. What a feature keeps current by events is to be fetched anew.
 */
export function onMissed(refresh: (client: QueryClient) => void): void {
  refreshes.push(refresh);
}

/** Hands an event of the main socket on. A feature that fails does not keep it from the others. */
export function hear(
  client: QueryClient,
  place: StreamPlace,
  name: string,
  payload: unknown,
): void {
  const seq = seqOf(payload);
  if (name === 'streamStart' || name === 'streamReset') {
    if (seq !== undefined) place.start(seq);
    for (const refresh of refreshes) attempt(() => refresh(client));
  } else if (seq === undefined || place.isNew(name, seq)) {
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

/** Only what is stored in the person's stream carries one. */
function seqOf(payload: unknown): number | undefined {
  const { seq } = (payload ?? {}) as { seq?: unknown };
  return typeof seq === 'number' ? seq : undefined;
}
