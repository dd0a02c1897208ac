import type { Visibility } from '@roost/contract/posts';
import { useSyncExternalStore } from 'react';
import { DRAFT_PREFIX, LEFT_EVENT } from '../../lib/logout.ts';
import { randomKey } from '../../lib/random-key.ts';

/**
 * A post that is being written. Lives in this tab's session storage, so that neither a reload nor a session
 * that was ended elsewhere loses it; only logging out does.
 */
export interface Draft {
  text: string;
  visibility: Visibility;
  /** On its way to the server; comes back into `text` should it not arrive. */
  sending: Sending | undefined;
  /** What was tried last, so that the same content tried again goes under the same key. */
  tried: Sending | undefined;
}
interface Sending {
  text: string;
  visibility: Visibility;
  /** The files that go with it. */
  mediaIds?: string[];
  idempotencyKey: string;
}

const EMPTY: Draft = { text: '', visibility: 'public', sending: undefined, tried: undefined };
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();
const storageKey = (slot: string) => DRAFT_PREFIX + slot;

if (typeof window !== 'undefined') {
  window.addEventListener(LEFT_EVENT, () => {
    for (const slot of drafts.keys()) forget(slot);
    drafts.clear();
    for (const listener of listeners) listener();
  });
}

/** `slot` names who writes what, so that all boxes for the same thing show the same text. */
export function useDraft(slot: string): Draft {
  return useSyncExternalStore(subscribe, () => draftOf(slot));
}

export function draftOf(slot: string): Draft {
  let draft = drafts.get(slot);
  if (!draft) drafts.set(slot, (draft = recover(read(slot))));
  return draft;
}

export function changeDraft(
  slot: string,
  change: Partial<Pick<Draft, 'text' | 'visibility'>>,
): void {
  keep(slot, { ...draftOf(slot), ...change });
}

/** Takes the text out of the box for sending. */
export function beginSending(slot: string, mediaIds: string[] = []): Sending {
  const { text, visibility, tried } = draftOf(slot);
  const isSame =
    tried?.text === text &&
    tried.visibility === visibility &&
    (tried.mediaIds ?? []).join() === mediaIds.join();
  const sending = isSame ? tried : { text, visibility, mediaIds, idempotencyKey: randomKey() };
  keep(slot, { text: '', visibility, sending, tried: undefined });
  return sending;
}

export function endSending(slot: string, { isSent }: { isSent: boolean }): void {
  const draft = draftOf(slot);
  if (!draft.sending) return;
  keep(slot, isSent ? { ...draft, sending: undefined } : recover(draft));
}

/** What did not arrive stands again in the box, before whatever was written since. */
function recover(draft: Draft): Draft {
  const { sending, text } = draft;
  if (!sending) return draft;
  return {
    text: [sending.text, text].filter((part) => part !== '').join('\n\n'),
    visibility: sending.visibility,
    sending: undefined,
    tried: sending,
  };
}

function keep(slot: string, draft: Draft): void {
  drafts.set(slot, draft);
  try {
    if (draft.text === '' && !draft.sending && !draft.tried)
      sessionStorage.removeItem(storageKey(slot));
    else sessionStorage.setItem(storageKey(slot), JSON.stringify(draft));
  } catch {
    // Without storage a draft lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function read(slot: string): Draft {
  try {
    return {
      ...EMPTY,
      ...(JSON.parse(sessionStorage.getItem(storageKey(slot)) ?? '{}') as Partial<Draft>),
    };
  } catch {
    return EMPTY;
  }
}

function forget(slot: string): void {
  try {
    sessionStorage.removeItem(storageKey(slot));
  } catch {
    // As above.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
