import * as words from '#words/chat';
import type { Media } from '@roost/contract/media';
import { ApiError } from '../../../lib/api/api-error.ts';
import { hasFields, validItems } from '../../../lib/storage.ts';
import { waitAfter } from '../../../lib/socket/reachable.ts';
import { wallClock } from '../../../lib/wall-clock.ts';
import { isMedia } from '../../media/is-media.ts';
import type { Attachment, AttachmentState } from '../../compose/attachments/attachment.ts';

/** A message in the outbox: waiting, being sent, or refused. */
export interface Queued {
  /** The same for every attempt, so that the server stores the message once even if its answer was lost. */
  clientId: string;
  conversationId: string;
  receiverId: string;
  content: string;
  /** Uploaded pictures. Until a picture is uploaded, this has a preview of the local file. */
  media: Media[];
  /** The number of pictures that are not uploaded yet. */
  filesLeft?: number;
  createdAt: string;
  /** Why the message was not sent. It then waits until the user retries or deletes it. */
  problem?: string;
  /** Some pictures can never be uploaded. The message can be sent only without them. */
  isUnfit?: boolean;
}

/**
 * Returns the next message to send in a conversation. Messages are sent in the order they were written, so one with
 * unfinished uploads blocks later ones. Refused messages block nothing.
 */
export function nextToSend(items: readonly Queued[], conversationId: string): Queued | undefined {
  const first = items.find((item) => item.conversationId === conversationId && !item.problem);
  return first?.filesLeft ? undefined : first;
}

/** A preview of a local file, shown until the server has the picture. */
export function localMedia({ id, preview, shape }: Attachment): Media {
  const { width, height } = shape ?? { width: 0, height: 0 };
  const rest = { alt: '', placeholder: '', status: 'processing', type: 'image' } as const;
  return { ...rest, _id: id, url: preview, width, height };
}

export const isLocal = ({ url }: Media): boolean => url.startsWith('blob:');

/** Whether text or an uploaded picture remains without the unfit pictures. */
export function hasSendablePart({ content, media }: Queued): boolean {
  return content !== '' || media.some((each) => !isLocal(each));
}

type Decision =
  | { type: 'later'; inMs: number }
  | { type: 'failed'; problem: string }
  | { type: 'gone' };

/** Temporary errors. The server may already have the message, or accept it later, so the client sends it again. */
const temporaryCodes = ['unreachable', 'timeout', 'unavailable', 'rate_limited', 'unauthenticated'];
/** After this many attempts, a server error is shown to the user. */
const MAX_ATTEMPTS = 5;

export const isTemporary = ({ code }: ApiError): boolean => temporaryCodes.includes(code);

/** Decides what to do with a message after an error and `tries` attempts. */
export function decideRetry(error: unknown, tries: number): Decision {
  const inMs = waitAfter(tries);
  if (!(error instanceof ApiError)) return { type: 'failed', problem: words.somethingWentWrong };
  if (isTemporary(error)) return { type: 'later', inMs };
  if (error.status >= 500 && tries < MAX_ATTEMPTS) return { type: 'later', inMs };
  // The message was sent, and another tab deleted it before this tab got the answer.
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

/** Decides what to do with a message from the upload states of its pictures. */
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

/** The form of a message in storage: without local files, which are lost when the page closes. */
export function storedForm(item: Queued): Queued {
  return item.filesLeft ? { ...item, media: item.media.filter((each) => !isLocal(each)) } : item;
}

/** Parses a stored box and skips invalid entries. */
export function parseBox(value: unknown): Queued[] {
  return validItems(value, isQueued).map(withLostFiles);
}

function withLostFiles(item: Queued): Queued {
  if (!item.filesLeft) return item;
  const problem = words.picturesNotUploaded({ count: item.filesLeft });
  return { ...item, problem, isUnfit: true };
}

function isQueued(value: unknown): value is Queued {
  const types = {
    clientId: 'string',
    conversationId: 'string',
    receiverId: 'string',
    content: 'string',
    createdAt: 'string',
  } as const;
  if (!hasFields<Queued>(value, types)) return false;
  return Array.isArray(value.media) && value.media.every(isMedia);
}

/** Older messages may no longer be relevant, so they are sent only if the user confirms. */
const MAX_UNSENT_AGE_MS = 24 * 60 * 60 * 1000;

/** Marks too old messages as failed. Returns the same array if there are none. */
export function expireOld(items: readonly Queued[]): readonly Queued[] {
  const isStale = ({ createdAt, problem }: Queued) =>
    !problem && wallClock() - Date.parse(createdAt) > MAX_UNSENT_AGE_MS;
  if (!items.some(isStale)) return items;
  return items.map((item) =>
    isStale(item) ? { ...item, problem: words.thisWasNotSentWithinADay } : item,
  );
}

/** Merges two lists: each message once, in the order they were written. */
export function merged(one: readonly Queued[], other: readonly Queued[]): Queued[] {
  const all = new Map([...one, ...other].map((item) => [item.clientId, item]));
  return [...all.values()].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}
