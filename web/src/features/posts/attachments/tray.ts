import { useSyncExternalStore } from 'react';
import { DRAFT_PREFIX, LOGOUT_EVENT } from '../../../lib/logout.ts';
import { isUnderWay, moved, type Attachment, type AttachmentState } from './attachment.ts';

/** The files of a post that is being written; beside its draft, under the same slot. */
interface Tray {
  items: readonly Attachment[];
  /** On their way with the post; they come back should it not arrive. */
  sending: readonly Attachment[];
  /** What could not be taken, in words. */
  notice: string | undefined;
  /** Posting goes on once all is uploaded. */
  isWaiting: boolean;
  /** Somebody was asked once for what the pictures show. */
  isReminded: boolean;
}

const EMPTY: Tray = {
  items: [],
  sending: [],
  notice: undefined,
  isWaiting: false,
  isReminded: false,
};
const trays = new Map<string, Tray>();
const listeners = new Set<() => void>();
const storageKey = (slot: string) => `${DRAFT_PREFIX}files:${slot}`;

if (typeof window !== 'undefined') {
  window.addEventListener(LOGOUT_EVENT, () => {
    trays.clear();
    tell();
  });
}

export function useTray(slot: string): Tray {
  return useSyncExternalStore(subscribeToTrays, () => trayOf(slot));
}

export function trayOf(slot: string): Tray {
  let tray = trays.get(slot);
  if (!tray) trays.set(slot, (tray = { ...EMPTY, items: read(slot) }));
  return tray;
}

export function changeTray(slot: string, change: Partial<Tray>): void {
  const tray = { ...trayOf(slot), ...change };
  trays.set(slot, tray);
  write(slot, [...tray.sending, ...tray.items]);
  tell();
}

export function changeItem(
  slot: string,
  id: string,
  change: (item: Attachment) => Attachment,
): void {
  const { items } = trayOf(slot);
  changeTray(slot, { items: items.map((item) => (item.id === id ? change(item) : item)) });
}

export function moveItem(slot: string, id: string, to: number): void {
  changeTray(slot, { items: moved(trayOf(slot).items, id, to) });
}

export function itemOf(slot: string, id: string): Attachment | undefined {
  return trayOf(slot).items.find((item) => item.id === id);
}

/**
 * Resolves once nothing is under way any more: true when all is there, false when something failed or one gave up.
 * `isComing` says of what else is still waited for.
 */
export function uploadsDone(
  slot: string,
  isComing: (state: AttachmentState) => boolean = isUnderWay,
): Promise<boolean> {
  if (trayOf(slot).items.some(({ state }) => isComing(state)))
    changeTray(slot, { isWaiting: true });
  return new Promise((resolve) => {
    const look = () => {
      const { items, isWaiting } = trayOf(slot);
      const goesOn = items.some(({ state }) => isComing(state));
      const hasFailed = items.some(({ state }) => state.step === 'failed' && !isComing(state));
      if (goesOn && isWaiting && !hasFailed) return;
      listeners.delete(look);
      if (isWaiting) changeTray(slot, { isWaiting: false });
      resolve(!goesOn && !hasFailed);
    };
    listeners.add(look);
    look();
  });
}

export function stopWaiting(slot: string): void {
  changeTray(slot, { isWaiting: false });
}

/** Takes the files out of the box for sending; tells their ids, in order. */
export function takeForSending(slot: string): { items: readonly Attachment[]; mediaIds: string[] } {
  const { items } = trayOf(slot);
  changeTray(slot, { items: [], sending: items, notice: undefined });
  const mediaIds = items.flatMap(({ state }) => (state.step === 'ready' ? [state.media._id] : []));
  return { items, mediaIds };
}

export function endTraySending(slot: string, { isSent }: { isSent: boolean }): void {
  const { items, sending } = trayOf(slot);
  if (isSent) changeTray(slot, { sending: [], isReminded: false });
  else changeTray(slot, { items: [...sending, ...items], sending: [] });
}

/** Those that are uploaded are there again after a reload, from the server. */
function write(slot: string, items: readonly Attachment[]): void {
  const ready = items.flatMap(({ id, name, alt, state }) =>
    state.step === 'ready' ? [{ id, name, alt, media: state.media }] : [],
  );
  try {
    if (ready.length === 0) sessionStorage.removeItem(storageKey(slot));
    else sessionStorage.setItem(storageKey(slot), JSON.stringify(ready));
  } catch {
    // Without storage they last as long as the page.
  }
}

type Stored = Pick<Attachment, 'id' | 'name' | 'alt'> & {
  media: Extract<Attachment['state'], { step: 'ready' }>['media'];
};

function read(slot: string): Attachment[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey(slot)) ?? '[]') as Stored[];
    return stored.map(({ media, ...rest }) => ({
      ...rest,
      kind: media.type,
      preview: (media.type === 'image' ? media.url : media.poster) ?? '',
      state: { step: 'ready', media },
    }));
  } catch {
    return [];
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribeToTrays(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
