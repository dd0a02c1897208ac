import * as words from '#words/compose';
import type { Media } from '@roost/contract/media';
import { ApiError, isRetryable, isSignedOut } from '../../../lib/api/api-error.ts';
import { hasFields, validItems } from '../../../lib/storage.ts';
import { waitAfter } from '../../../lib/socket/reachable.ts';
import { wallClock } from '../../../lib/wall-clock.ts';
import { isMedia } from '../../media/is-media.ts';
import type { Attachment, AttachmentState } from '../attachments/attachment.ts';
import { isStoredFile, storedFiles, type StoredFile } from '../attachments/attachments.ts';

/** An unsent thing in the outbox: waiting, being sent, or refused. Its kind knows its other fields. */
export interface OutboxItem {
  /** The same for every attempt, so that the server stores the item once even if its answer was lost. */
  clientId: string;
  /** Names the module that sends it. */
  kind: string;
  /** Items with the same lane are sent one after another, in the order in which they were written. */
  lane: string;
  content: string;
  /** Uploaded files. Until a file is uploaded, this has a preview of the local one. */
  media: Media[];
  /** The number of files that are not uploaded yet. */
  filesLeft?: number;
  /** Only in storage: all files of an item with unfinished uploads, in order. */
  files?: StoredFile[];
  createdAt: string;
  /** When its `clientId` was first used, if that was before `createdAt`. */
  firstSentAt?: string | undefined;
  /** Why the item was not sent. It then waits until the user retries or deletes it. */
  problem?: string;
  /** The last attempt got no answer, and the next one waits for the network. */
  isWaiting?: boolean;
  /** Some files can never be uploaded. The item can be sent only without them. */
  isUnfit?: boolean;
}

/** Returns the next item to send in a lane. One with unfinished uploads blocks later ones. Refused items block nothing. */
export function nextToSend(items: readonly OutboxItem[], lane: string): OutboxItem | undefined {
  const first = items.find((item) => item.lane === lane && !item.problem);
  return first?.filesLeft ? undefined : first;
}

/** A preview of a local file, shown until the server has it. A video shows a frame of itself. */
export function localMedia({ id, preview, shape, alt }: Attachment): Media {
  const { width, height } = shape ?? { width: 0, height: 0 };
  const rest = { alt, placeholder: '', status: 'processing', type: 'image' } as const;
  return { ...rest, _id: id, url: preview || NO_PREVIEW, width, height };
}

/** The frame of a video does not exist yet. */
const NO_PREVIEW = 'blob:none';

export const isLocal = ({ url }: Media): boolean => url.startsWith('blob:');

/** Whether text or an uploaded file remains without the unfit files. */
export function hasSendablePart({ content, media }: OutboxItem): boolean {
  return content !== '' || media.some((each) => !isLocal(each));
}

type Decision =
  | { type: 'later'; inMs: number }
  | { type: 'failed'; problem: string }
  | { type: 'gone' };

/** After this many attempts, a server error is shown to the user. */
const MAX_ATTEMPTS = 5;

/** The server may have the same fault again. A 503 is none: the server asks to wait. */
const isFault = ({ status }: ApiError): boolean => status >= 500 && status !== 503;

/** Decides what to do with an item after an error and `tries` attempts. The server may already have it, or accept it later. */
export function decideRetry(error: unknown, tries: number): Decision {
  if (!(error instanceof ApiError)) return { type: 'failed', problem: words.somethingWentWrong };
  // After the next sign-in of its author, the item is sent.
  const mayBeSentLater = isRetryable(error) || isSignedOut(error);
  if (mayBeSentLater && !(isFault(error) && tries >= MAX_ATTEMPTS))
    return { type: 'later', inMs: waitAfter(tries) };
  // It was sent, and another tab deleted it before this tab got the answer.
  if (error.code === 'already_sent') return { type: 'gone' };
  return { type: 'failed', problem: error.message };
}

type UploadDecision =
  | { type: 'uploading' }
  | { type: 'ready' }
  | { type: 'later'; inMs: number }
  | { type: 'failed'; problem: string; isUnfit: boolean };

interface Trying {
  /** The number of attempts since the connection was last restored. */
  tries: number;
  isConnected: boolean;
}

/** Decides what to do with an item from the upload states of its files. */
export function decideUpload(
  states: readonly AttachmentState[],
  { tries, isConnected }: Trying,
): UploadDecision {
  const failed = states.filter((state) => state.step === 'failed');
  const final =
    failed.find((state) => !state.canRetry) ??
    failed.find(({ isTemporary }) => !isTemporary || (isConnected && tries >= MAX_ATTEMPTS));
  if (final) return { type: 'failed', problem: final.message, isUnfit: !final.canRetry };
  if (failed.length > 0) return { type: 'later', inMs: waitAfter(tries + 1) };
  return { type: states.every(({ step }) => step === 'ready') ? 'ready' : 'uploading' };
}

/** The form of an item in storage. Addresses of local files are good for one page only. */
export function storedForm(queued: OutboxItem, files: readonly Attachment[]): OutboxItem {
  const { isWaiting: _, ...item } = queued;
  if (!item.filesLeft) return item;
  return { ...item, media: item.media.filter((each) => !isLocal(each)), files: storedFiles(files) };
}

/** Parses a stored outbox and skips invalid entries. */
export function parseOutbox(value: unknown): OutboxItem[] {
  return validItems(value, isItem).map((item) => withLostFiles(withKind(item)));
}

/** Version 1.0.0 did not keep local files. */
function withLostFiles(item: OutboxItem): OutboxItem {
  if (!item.filesLeft || item.files?.every(isStoredFile)) return item;
  const problem = words.picturesNotUploaded({ count: item.filesLeft });
  return { ...item, problem, isUnfit: true };
}

/** Version 1.0.0 stored messages only, without a kind. */
function withKind(item: OutboxItem & { conversationId?: string }): OutboxItem {
  if (item.kind !== undefined) return item;
  return { ...item, kind: 'message', lane: `message:${item.conversationId}` };
}

function isItem(value: unknown): value is OutboxItem {
  const types = { clientId: 'string', content: 'string', createdAt: 'string' } as const;
  if (!hasFields<OutboxItem>(value, types)) return false;
  return Array.isArray(value.media) && value.media.every(isMedia);
}

/**
 * Older items may no longer be relevant, so they are sent only if the user confirms. The server forgets the id of a post
 * after 24 hours, so this is an hour less.
 */
const MAX_UNSENT_AGE_MS = 23 * 60 * 60 * 1000;

/** Whether the server may soon forget the `clientId`. Another attempt could then store a post twice. */
export const isTooOld = ({
  createdAt,
  firstSentAt = createdAt,
}: Pick<OutboxItem, 'createdAt' | 'firstSentAt'>): boolean =>
  wallClock() - Date.parse(firstSentAt) > MAX_UNSENT_AGE_MS;

/** Marks too old items as failed. Returns the same array if there are none. */
export function expireOld(items: readonly OutboxItem[]): readonly OutboxItem[] {
  const isStale = (item: OutboxItem) => !item.problem && isTooOld(item);
  if (!items.some(isStale)) return items;
  return items.map((item) =>
    isStale(item) ? { ...item, problem: words.thisWasNotSentWithinADay } : item,
  );
}

/** Merges two lists: each item once, in the order they were written. */
export function merged(one: readonly OutboxItem[], other: readonly OutboxItem[]): OutboxItem[] {
  const all = new Map([...one, ...other].map((item) => [item.clientId, item]));
  return [...all.values()].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}
