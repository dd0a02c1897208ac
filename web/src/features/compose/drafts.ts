import type { Visibility } from '@roost/contract/posts';
import { DRAFT_PREFIX, onLogout } from '../../lib/logout.ts';
import { randomKey } from '../../lib/random-key.ts';
import { hasFields, storedJson } from '../../lib/storage.ts';
import { keyedStore, useKeyedStore } from '../../lib/store.ts';

/**
 * A post or message that is not sent yet. The session storage of this tab contains it. It survives a reload and an
 * expired session. Signing out deletes it.
 */
export interface Draft {
  text: string;
  visibility: Visibility;
  /** On its way to the server. It returns to `text` if it does not arrive. */
  sending: Sending | undefined;
  /** The last attempt. The same content keeps its idempotency key on retry. */
  tried: Sending | undefined;
  /** Says why the last attempt got no answer. */
  unanswered?: string | undefined;
}
interface Sending {
  text: string;
  visibility: Visibility;
  /** The files that go with it. */
  mediaIds?: string[];
  idempotencyKey: string;
}

const types = { text: 'string', visibility: 'string' } as const;
const EMPTY: Draft = { text: '', visibility: 'public', sending: undefined, tried: undefined };
/** Without storage, a draft lasts as long as the page. */
const storageOf = (draftKey: string) =>
  storedJson('sessionStorage', DRAFT_PREFIX + draftKey, parse);
const drafts = keyedStore((draftKey) => recover(storageOf(draftKey).read() ?? EMPTY));

onLogout((reason) => {
  if (reason !== 'signedOut') return;
  for (const [draftKey] of drafts.entries()) storageOf(draftKey).write(undefined);
  drafts.clear();
});

/** `draftKey` names the draft. All composers with one draft key show the same text. */
export const useDraft = (draftKey: string): Draft => useKeyedStore(drafts, draftKey);
export const draftOf = drafts.get;

export function changeDraft(
  draftKey: string,
  change: Partial<Pick<Draft, 'text' | 'visibility'>>,
): void {
  keep(draftKey, { ...draftOf(draftKey), ...change, unanswered: undefined });
}

/** Takes the text out of the composer for sending. */
export function beginSending(draftKey: string, mediaIds: string[] = []): Sending {
  const { text, visibility, tried } = draftOf(draftKey);
  const isSame =
    tried?.text === text &&
    tried.visibility === visibility &&
    (tried.mediaIds ?? []).join() === mediaIds.join();
  const sending = isSame ? tried : { text, visibility, mediaIds, idempotencyKey: randomKey() };
  keep(draftKey, { text: '', visibility, sending, tried: undefined });
  return sending;
}

interface End {
  isSent: boolean;
  /** Why no answer came. */
  unanswered?: string | undefined;
}

export function endSending(draftKey: string, { isSent, unanswered }: End): void {
  const draft = draftOf(draftKey);
  if (!draft.sending) return;
  keep(draftKey, isSent ? { ...draft, sending: undefined } : { ...recover(draft), unanswered });
}

/** Puts the text of a post that was taken back into the composer, before the text written since. */
export function returnToDraft(
  draftKey: string,
  { text, visibility }: Pick<Draft, 'text' | 'visibility'>,
): void {
  changeDraft(draftKey, joined({ text, visibility }, draftOf(draftKey)));
}

/** Puts a draft that did not arrive back into the composer, before the text written since. */
function recover(draft: Draft): Draft {
  const { sending } = draft;
  if (!sending) return draft;
  return {
    ...joined(sending, draft),
    sending: undefined,
    tried: sending,
  };
}

type Written = Pick<Draft, 'text' | 'visibility'>;

/** Joins the texts. Followers alone may read the result if they alone may read a part of it. */
function joined(...parts: Written[]): Written {
  const [first, ...others] = parts.filter(({ text }) => text !== '');
  const all = first ? [first, ...others] : parts.slice(0, 1);
  return {
    text: all.map(({ text }) => text).join('\n\n'),
    visibility: all.some(({ visibility }) => visibility === 'followers') ? 'followers' : 'public',
  };
}

function keep(draftKey: string, draft: Draft): void {
  const isEmpty = draft.text === '' && !draft.sending && !draft.tried;
  storageOf(draftKey).write(isEmpty ? undefined : draft);
  drafts.set(draftKey, draft);
}

/** Anything may be in a storage. */
function parse(value: unknown): Draft | undefined {
  if (!hasFields<Draft>(value, types)) return undefined;
  return isSending(value.sending) && isSending(value.tried) ? value : undefined;
}

const isSending = (value: unknown): boolean =>
  !value || hasFields<Sending>(value, { ...types, idempotencyKey: 'string' });
