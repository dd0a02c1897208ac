import type { Media } from '@roost/contract/media';
import { DRAFT_PREFIX, onLogout } from '../../../lib/logout.ts';
import { hasFields, storedJson, validItems } from '../../../lib/storage.ts';
import { createStore, keyedStore, useKeyedStore } from '../../../lib/store.ts';
import { isMedia } from '../../media/is-media.ts';
import { isUnfit, mediaOf, moved, type Attachment } from './attachment.ts';

/** The attachments of a draft, under its draft key. */
interface Attachments {
  items: readonly Attachment[];
  /** Names files that could not be added, for the person. */
  notice: string | undefined;
  /** The person was asked once for alt texts. */
  isReminded: boolean;
  /** Session storage keeps them over a reload. False where something else keeps them. */
  isKept: boolean;
}

const EMPTY: Attachments = {
  items: [],
  notice: undefined,
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
  if (entry.isKept) write(draftKey, entry.items);
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
  changeAttachments(from, { items: [], notice: undefined, isReminded: false });
}

/** Moves the files of an unsent item back to its draft. `media` are the files whose upload is no longer here. */
export function returnFiles(from: string, to: string, media: readonly Media[]): void {
  const here = filesIn(from);
  const uploaded = media.filter(({ url }) => !url.startsWith('blob:'));
  const items = here.length > 0 ? here : uploaded.map(attachmentOf);
  changeAttachments(to, { items: [...items, ...attachmentsOf(to).items] });
  dropAttachments(from);
}

/** Shows the files of a post that is being deleted before those of a draft. `settleReturn` says what became of each. */
export function returnMedia(to: string, media: readonly Media[]): void {
  const items = media.map((each): Attachment => ({
    ...attachmentOf(each),
    state: { step: 'returning', media: each },
  }));
  changeAttachments(to, { items: [...items, ...attachmentsOf(to).items] });
}

/** A file came back as `outcome`, or it did not, for the reason in `outcome`. */
export function settleReturn(id: string, outcome: Media | string): void {
  const { preview, state } =
    typeof outcome === 'string' ? unreturned(outcome) : attachmentOf(outcome);
  changeItem(id, (item) => ({ ...item, preview, state }));
}

/** A file that its post still holds, or that the server has withheld. Its address may show it no longer. */
function unreturned(message: string): Pick<Attachment, 'preview' | 'state'> {
  const state = { step: 'failed', message, canRetry: false, wasReturning: true } as const;
  return { preview: '', state };
}

/** An uploaded file as an attachment. */
export function attachmentOf(media: Media): Attachment {
  const { _id: id, type: kind, url, poster, alt } = media;
  const preview = poster ?? (kind === 'image' ? url : '');
  return { id, name: '', kind, preview, alt, state: { step: 'ready', media } };
}

/** Forgets the files of a draft. It does not delete the uploaded files. */
export const dropAttachments = byDraftKey.delete;

/** The files of a draft, from memory only. `attachmentsOf` also reads session storage. */
export function filesIn(draftKey: string): readonly Attachment[] {
  return byDraftKey.peek(draftKey)?.items ?? EMPTY.items;
}

/** Whether a draft waits only for files that come back from a post. */
export function isAwaitingReturn(draftKey: string): boolean {
  const unready = filesIn(draftKey).filter(({ state }) => state.step !== 'ready');
  return unready.length > 0 && unready.every(({ state }) => state.step === 'returning');
}

/** A file in storage. Without `media`, its upload is not finished. */
export interface StoredFile extends Pick<Attachment, 'id' | 'name' | 'alt' | 'kind'> {
  media?: Media;
  /** Its old post may still hold it. */
  isReturning?: boolean;
}

export const isStoredFile = (value: unknown): value is StoredFile =>
  hasFields<StoredFile>(value, { id: 'string', name: 'string', alt: 'string' }) &&
  (value.media === undefined ? value.kind !== undefined : isMedia(value.media));

/**
 * The files of a draft. After a reload, uploaded files come from the server, and unfinished ones from this browser. Without storage, they
 * last as long as the page.
 */
function storageOf(draftKey: string) {
  return storedJson('sessionStorage', `${DRAFT_PREFIX}files:${draftKey}`, (value) =>
    validItems(value, isStoredFile),
  );
}

function write(draftKey: string, items: readonly Attachment[]): void {
  const stored = storedFiles(items);
  storageOf(draftKey).write(stored.length === 0 ? undefined : stored);
}

/** The files in the form of a storage, without those that can never be uploaded. */
export function storedFiles(items: readonly Attachment[]): StoredFile[] {
  return items
    .filter((item) => !isUnfit(item))
    .map(({ id, name, alt, kind, state }) => {
      const media = mediaOf(state);
      const isReturning = state.step === 'returning';
      return { id, name, alt, kind, ...(media && { media }), ...(isReturning && { isReturning }) };
    });
}

/** Turns a stored file into an attachment. An unfinished upload begins again. */
export function fromStored({ media, isReturning, ...rest }: StoredFile): Attachment {
  if (!media) return { ...rest, preview: '', state: { step: 'preparing' } };
  const file = { ...attachmentOf(media), ...rest, kind: media.type };
  return isReturning ? { ...file, state: { step: 'returning', media, isFromStorage: true } } : file;
}

/** The draft key whose unfinished uploads were read last. */
export const unfinished = createStore('');

function read(draftKey: string): Attachment[] {
  const items = (storageOf(draftKey).read() ?? []).map(fromStored);
  // The key has its files only after this function.
  if (items.some(({ state }) => state.step !== 'ready'))
    queueMicrotask(() => unfinished.set(draftKey));
  return items;
}
