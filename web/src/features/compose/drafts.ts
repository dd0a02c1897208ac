import type { Visibility } from '@roost/contract/posts';
import { useEffect } from 'react';
import { DRAFT_PREFIX, onLogout } from '../../lib/logout.ts';
import { hasFields, storedJson } from '../../lib/storage.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { createStore, keyedStore, useKeyedStore } from '../../lib/store.ts';

/**
 * A post or message that is not sent yet. The session storage of this tab contains it. It survives a reload and an
 * expired session. Signing out deletes it. The server keeps no draft of an edit, so this browser keeps it also
 * when the tab closes (`edit-drafts.ts`).
 */
export interface Draft {
  text: string;
  visibility: Visibility;
  /** When it was changed, in ms since 1970. */
  at?: number;
  /** Of an edit: until when the post can be edited. */
  until?: string;
  /** Of an edit: Save would change nothing, because only spaces at the ends differ. */
  isUnchanged?: boolean;
}

const types = { text: 'string', visibility: 'string' } as const;
const EMPTY: Draft = { text: '', visibility: 'public' };
/** Without storage, a draft lasts as long as the page. */
const storageOf = (draftKey: string) =>
  storedJson(
    isOfEdit(draftKey) ? 'localStorage' : 'sessionStorage',
    DRAFT_PREFIX + draftKey,
    parse,
  );
const isOfEdit = (draftKey: string): boolean => draftKey.split(':')[1] === 'edit';
const drafts = keyedStore((draftKey) => storageOf(draftKey).read() ?? EMPTY);

onLogout((reason) => {
  if (reason !== 'signedOut') return;
  for (const [draftKey] of drafts.entries()) storageOf(draftKey).write(undefined);
  drafts.clear();
});

/** `draftKey` names the draft. All composers with one draft key show the same text. */
export function useDraft(draftKey: string): Draft {
  useEffect(() => openings.set(draftKey), [draftKey]);
  return useKeyedStore(drafts, draftKey);
}
export const draftOf = drafts.get;
/** The draft key of the text box that opened last. */
export const openings = createStore('');
/** The keys that this page has read. */
export const openDraftKeys = () => drafts.entries().map(([draftKey]) => draftKey);
export const subscribeToDrafts = drafts.subscribe;

export function changeDraft(draftKey: string, change: Partial<Draft>): void {
  const draft = { ...draftOf(draftKey), ...change };
  // A box with files alone has no text, but its audience must survive a reload.
  const isEmpty = draft.text === '' && draft.visibility === EMPTY.visibility;
  storageOf(draftKey).write(isEmpty ? undefined : { ...draft, at: wallClock() });
  drafts.set(draftKey, draft);
}

/** Puts the text of an undone post back into the composer, before the text written since. */
export function returnToDraft(draftKey: string, returned: Draft): void {
  changeDraft(draftKey, joined(returned, draftOf(draftKey)));
}

/** Joins the texts. Followers alone may read the result if they alone may read a part of it. A part without text can have files. */
function joined(...parts: Draft[]): Draft {
  return {
    text: parts.flatMap(({ text }) => text || []).join('\n\n'),
    visibility: parts.some(({ visibility }) => visibility === 'followers') ? 'followers' : 'public',
  };
}

/** Anything may be in a storage. */
const parse = (value: unknown): Draft | undefined =>
  hasFields<Draft>(value, types) ? value : undefined;
