import type { Media } from '@roost/contract/media';
import { connection } from '../../../lib/socket/connection.ts';
import { isUnfit, mediaOf, type Attachment } from '../attachments/attachment.ts';
import { resumeUploads, retryFiles } from '../attachments/file-input.ts';
import {
  changeAttachments,
  dropAttachments,
  filesIn,
  fromStored,
  moveFiles,
} from '../attachments/attachments.ts';
import { rememberPreview } from '../../media/placeholder.ts';
import { isLocal, decideUpload, localMedia, type OutboxItem } from './outbox-rules.ts';
import { onLogout } from '../../../lib/logout.ts';

/** Retries of an item's uploads. Until all are uploaded, its files are attachments of the draft key `clientId`. */
interface Retrying {
  tries: number;
  timer?: ReturnType<typeof setTimeout>;
  /** A retry is about to start, while the attachment still shows the failure. */
  isStarting?: boolean;
}
const retrying = new Map<string, Retrying>();
onLogout(() => {
  for (const { timer } of retrying.values()) clearTimeout(timer);
  retrying.clear();
});

/** Moves the files from the composer's draft key to the item's own. Retries failed uploads. */
export function adoptFiles(draftKey: string, clientId: string): void {
  moveFiles(draftKey, clientId);
  retryUploads(clientId);
}

/** Continues the uploads of an item that another page or tab began. */
export function resumeFiles({ clientId, files = [] }: OutboxItem): void {
  changeAttachments(clientId, { items: files.map(fromStored), isKept: false });
  void resumeUploads(clientId);
}

export const hasFilesLeft = ({ filesLeft }: OutboxItem): boolean =>
  filesLeft !== undefined && filesLeft > 0;

/** The item after the attachments have taken its stored files. */
export function withoutFiles(item: OutboxItem): OutboxItem {
  const { files: _, ...rest } = item;
  return rest;
}

/** The item with its current files. Returns the same object if nothing has changed. */
export function withFiles(item: OutboxItem): OutboxItem {
  const files = filesIn(item.clientId);
  if (files.length === 0) return item;
  const filesLeft = files.filter(({ state }) => state.step !== 'ready').length;
  const isSame =
    filesLeft === (item.filesLeft ?? 0) &&
    files.length === item.media.length &&
    files.every((file, index) => isShownSo(file, item.media[index]!));
  if (isSame) return item;
  return { ...item, media: files.map(shown), filesLeft };
}

function isShownSo({ state, preview, shape, alt }: Attachment, media: Media): boolean {
  const uploaded = mediaOf(state);
  if (uploaded) return uploaded._id === media._id;
  return (
    isLocal(media) &&
    (media.url === preview || preview === '') &&
    media.width === (shape?.width ?? 0) &&
    media.alt === alt
  );
}

function shown(file: Attachment): Media {
  const { state, preview } = file;
  const media = mediaOf(state);
  if (!media) return localMedia(file);
  if (preview.startsWith('blob:')) rememberPreview(media._id, preview);
  return media;
}

export function decideUploadOf(clientId: string): ReturnType<typeof decideUpload> {
  const { tries, isStarting } = retrying.get(clientId) ?? { tries: 0 };
  if (isStarting) return { type: 'uploading' };
  const isConnected = connection() === 'open';
  return decideUpload(
    filesIn(clientId).map(({ state }) => state),
    { tries, isConnected },
  );
}

/** Retries failed uploads after a delay. Without a connection it waits until the connection is back. */
export function retryLater(clientId: string, inMs: number): void {
  const { tries, timer } = retrying.get(clientId) ?? { tries: 0 };
  if (timer !== undefined || connection() !== 'open') return;
  const next = setTimeout(() => start(clientId, tries + 1), inMs);
  retrying.set(clientId, { tries, timer: next });
}

/** Retries failed uploads at once, and resets the number of attempts. */
export function retryUploads(clientId: string): void {
  forgetTries(clientId);
  if (hasFailed(clientId)) start(clientId, 0);
}

function start(clientId: string, tries: number): void {
  retrying.set(clientId, { tries, isStarting: true });
  retryFiles(clientId)
    // The code that uploads files failed to load.
    .catch(() => {})
    .finally(() => {
      if (filesIn(clientId).length === 0) return;
      retrying.set(clientId, { tries });
      changeAttachments(clientId, {});
    });
}

const hasFailed = (clientId: string) =>
  filesIn(clientId).some(({ state }) => state.step === 'failed');

/** Removes the files that can never be uploaded. */
export function dropUnfit(clientId: string): void {
  const files = filesIn(clientId);
  const unfit = files.filter(isUnfit);
  for (const { preview } of unfit) URL.revokeObjectURL(preview);
  if (unfit.length > 0)
    changeAttachments(clientId, { items: files.filter((file) => !isUnfit(file)) });
}

export function forgetFiles(clientId: string): void {
  forgetTries(clientId);
  dropAttachments(clientId);
}

function forgetTries(clientId: string): void {
  clearTimeout(retrying.get(clientId)?.timer);
  retrying.delete(clientId);
}

export const uploadedIds = ({ media }: OutboxItem): string[] =>
  media.filter((each) => !isLocal(each)).map(({ _id }) => _id);
