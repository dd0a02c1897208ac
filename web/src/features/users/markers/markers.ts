import { getMarkers, setMarkers, type Markers } from '@roost/contract/markers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { callWhileLeaving } from '../../../lib/api/call-while-leaving.ts';
import { onLogout, sessionNumber } from '../../../lib/logout.ts';
import { hasFields, storedJson } from '../../../lib/storage.ts';

export type MarkedList = keyof Markers;
type Waiting = { [List in MarkedList]?: NonNullable<Markers[List]> };

/** The server gets at most one position in this time, and the last one when the page hides. */
const WRITE_EVERY_MS = 10_000;
/** A person who returns to the page after this time may have read on elsewhere. */
const FRESH_FOR_MS = 60_000;

/** How far the person has read on any device. */
export const markersQuery = queryOptions({
  queryKey: ['markers'],
  queryFn: async ({ signal }) => (await call(getMarkers, { signal }, { quiet: true })).data.markers,
  staleTime: FRESH_FOR_MS,
  refetchOnWindowFocus: true,
});

/** Where this tab was last, and when. It survives a reload, so that the tab knows its own positions. */
interface OwnPosition {
  id: string;
  at: string;
}
const own: Record<MarkedList, ReturnType<typeof ownOf>> = {
  following: ownOf('following'),
  notifications: ownOf('notifications'),
};

function ownOf(list: MarkedList) {
  return storedJson('sessionStorage', `roost:marker:${list}`, (value) =>
    hasFields<OwnPosition>(value, { id: 'string', at: 'string' }) ? value : undefined,
  );
}

let waiting: Waiting = {};
let timer: ReturnType<typeof setTimeout> | undefined;

/** Notes how far the person has read a list in this tab. */
export function noteMarker(list: MarkedList, id: string): void {
  if (storedOwnPosition(list)?.id === id) return;
  const at = new Date().toISOString();
  own[list].write({ id, at });
  waiting = {
    ...waiting,
    ...(list === 'following'
      ? { following: { postId: id, at } }
      : { notifications: { _id: id, at } }),
  };
  timer ??= setTimeout(() => void send(call), WRITE_EVERY_MS);
}

/** The position that this tab has noted last. */
export const storedOwnPosition = (list: MarkedList): OwnPosition | undefined => own[list].read();

/** The position of another device, or of an earlier visit, if it is newer than what this tab noted. */
export function foreignMarker(markers: Markers | undefined, list: MarkedList): string | undefined {
  const marker = markers?.[list];
  if (!marker) return undefined;
  const id = 'postId' in marker ? marker.postId : marker._id;
  const known = storedOwnPosition(list);
  const isNewer = !known || (known.id !== id && known.at < marker.at);
  return isNewer ? id : undefined;
}

async function send(caller: typeof call): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const body = waiting;
  if (Object.keys(body).length === 0) return;
  waiting = {};
  const session = sessionNumber();
  try {
    await caller(setMarkers, { body }, { quiet: true });
  } catch {
    // The next call sends it again, unless the list has a newer position by then.
    if (session === sessionNumber()) waiting = { ...body, ...waiting };
  }
}

// The next person must not send what this one read.
onLogout(() => {
  clearTimeout(timer);
  timer = undefined;
  waiting = {};
  for (const position of Object.values(own)) position.write(undefined);
});

if (typeof window !== 'undefined') {
  addEventListener('pagehide', () => void send(callWhileLeaving));
  document.addEventListener(
    'visibilitychange',
    () => document.hidden && void send(callWhileLeaving),
  );
}
