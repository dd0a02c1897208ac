import type { Media } from '@roost/contract/media';
import { DRAFT_PREFIX, onLogout } from '../../../lib/logout.ts';
import { hasFields, storedJson, validItems } from '../../../lib/storage.ts';
import { keyedStore, useKeyedStore } from '../../../lib/store.ts';
import { isMedia } from '../../media/is-media.ts';
import { isUnderWay, moved, type Attachment } from './attachment.ts';

/** The attachments of a draft, under its draft key. */
interface Attachments {
  items: readonly Attachment[];
  /** Sent with the draft. They return to `items` if sending fails. */
  sending: readonly Attachment[];
  /** Names files that could not be added, for the person. */
  notice: string | undefined;
  /** The draft is sent when all uploads are done. */
  isWaiting: boolean;
  /** The person was asked once for alt texts. */
  isReminded: boolean;
  /** Session storage keeps them over a reload. False where something else keeps them. */
  isKept: boolean;
}

const EMPTY: Attachments = {
  items: [],
  sending: [],
  notice: undefined,
  isWaiting: false,
  isReminded: false,
  isKept: true,
};
const byDraftKey = keyedStore<Attachments>((draftKey) => ({ ...EMPTY, items: read(draftKey) }));

onLogout(() => {
  for (const [, { items }] of byDraftKey.entries())
    for (const { preview } of items) URL.revokeObjectURL(preview);
  byDraftKey.clear();
});

export const useAttachments = (draftKey: string): Attachments =>
  useKeyedStore(byDraftKey, draftKey);
export const attachmentsOf = byDraftKey.get;
export const subscribeToAttachments = byDraftKey.subscribe;

export function changeAttachments(draftKey: string, change: Partial<Attachments>): void {
  const entry = { ...attachmentsOf(draftKey), ...change };
  if (entry.isKept) write(draftKey, [...entry.sending, ...entry.items]);
  byDraftKey.set(draftKey, entry);
}

/** Changes an attachment under whichever draft key it is: sending a message moves its files to another key. */
export function changeItem(id: string, change: (item: Attachment) => Attachment): void {
  for (const [draftKey, { items }] of byDraftKey.entries())
    if (items.some((item) => item.id === id))
      changeAttachments(draftKey, {
        items: items.map((item) => (item.id === id ? change(item) : item)),
      });
}

export function moveItem(draftKey: string, id: string, to: number): void {
  changeAttachments(draftKey, { items: moved(attachmentsOf(draftKey).items, id, to) });
}

export function itemOf(id: string): Attachment | undefined {
  for (const [, { items }] of byDraftKey.entries()) {
    const found = items.find((item) => item.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Moves the files to another draft key, which does not keep them over a reload. */
export function moveFiles(from: string, to: string): void {
  const { items } = attachmentsOf(from);
  byDraftKey.set(to, { ...EMPTY, items, isKept: false });
  changeAttachments(from, { items: [], notice: undefined });
}

/** Forgets the files of a draft. It does not delete the uploaded files. */
export const dropAttachments = byDraftKey.delete;

/** The files of a draft, from memory only. `attachmentsOf` also reads session storage. */
export function filesIn(draftKey: string): readonly Attachment[] {
  return byDraftKey.peek(draftKey)?.items ?? EMPTY.items;
}

/** Resolves when no upload is running: true if all succeeded, false if one failed or the person removed one. */
export function uploadsDone(draftKey: string): Promise<boolean> {
  if (attachmentsOf(draftKey).items.some(({ state }) => isUnderWay(state)))
    changeAttachments(draftKey, { isWaiting: true });
  return new Promise((resolve) => {
    const check = () => {
      const { items, isWaiting } = attachmentsOf(draftKey);
      const isRunning = items.some(({ state }) => isUnderWay(state));
      const hasFailed = items.some(({ state }) => state.step === 'failed');
      if (isRunning && isWaiting && !hasFailed) return;
      unsubscribe();
      if (isWaiting) changeAttachments(draftKey, { isWaiting: false });
      resolve(!isRunning && !hasFailed);
    };
    const unsubscribe = byDraftKey.subscribe(check);
    check();
  });
}

export function stopWaiting(draftKey: string): void {
  changeAttachments(draftKey, { isWaiting: false });
}

/** Takes the files out of the composer for sending. Returns them with their media ids, in order. */
export function takeForSending(draftKey: string): {
  items: readonly Attachment[];
  mediaIds: string[];
} {
  const { items } = attachmentsOf(draftKey);
  changeAttachments(draftKey, { items: [], sending: items, notice: undefined });
  const mediaIds = items.flatMap(({ state }) => (state.step === 'ready' ? [state.media._id] : []));
  return { items, mediaIds };
}

export function endAttachmentsSending(draftKey: string, { isSent }: { isSent: boolean }): void {
  const { items, sending } = attachmentsOf(draftKey);
  if (isSent) changeAttachments(draftKey, { sending: [], isReminded: false });
  else changeAttachments(draftKey, { items: [...sending, ...items], sending: [] });
}

interface Stored extends Pick<Attachment, 'id' | 'name' | 'alt'> {
  media: Media;
}

const isStored = (value: unknown): value is Stored =>
  hasFields<Stored>(value, { id: 'string', name: 'string', alt: 'string' }) && isMedia(value.media);

/** Uploaded files. After a reload they come from the server. Without storage, they last as long as the page. */
function storageOf(draftKey: string) {
  return storedJson('sessionStorage', `${DRAFT_PREFIX}files:${draftKey}`, (value) =>
    validItems(value, isStored),
  );
}

function write(draftKey: string, items: readonly Attachment[]): void {
  const ready = items.flatMap(({ id, name, alt, state }) =>
    state.step === 'ready' ? [{ id, name, alt, media: state.media }] : [],
  );
  storageOf(draftKey).write(ready.length === 0 ? undefined : ready);
}

function read(draftKey: string): Attachment[] {
  return (storageOf(draftKey).read() ?? []).map(({ media, ...rest }) => ({
    ...rest,
    kind: media.type,
    preview: (media.type === 'image' ? media.url : media.poster) ?? '',
    state: { step: 'ready', media },
  }));
}
