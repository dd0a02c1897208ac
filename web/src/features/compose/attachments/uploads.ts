import * as words from '#words/compose';
import { deleteMedia, uploadMedia, type Media } from '@roost/contract/media';
import { ApiError, call } from '../../../lib/api/api.ts';
import { isUnanswered } from '../../../lib/api/api-error.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import {
  deletePendingUpload,
  findPendingUpload,
  storePendingUpload,
  sweepPendingUploads,
  type PendingUpload,
} from '../../../lib/pending-uploads.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { onLogout } from '../../../lib/logout.ts';
import { upload } from '../../../lib/api/upload.ts';
import { viewerIdNow } from '../../auth/session.ts';
import { limitsQuery } from '../../users/limits.query.ts';
import { describe } from './alt-texts/describe-files.ts';
import { measure, showStill } from './attachment-preview.ts';
import { advance, isOfPost, type AttachmentEvent } from './attachment.ts';
import {
  checkFiles,
  checkPictures,
  notSendable,
  type Limits,
} from '../../media/upload/file-rules.ts';
import { ConcurrencyLimit } from '../../media/upload/concurrency-limit.ts';
import { preparePicture } from '../../media/upload/prepare-picture.ts';
import { capturePoster } from '../../media/upload/capture-poster.ts';
import { attachmentsOf, changeAttachments, changeItem, filesIn, itemOf } from './attachments.ts';
import { UnusableFileError } from '../../media/upload/unusable-file-error.ts';

/** State of a file until it is uploaded. */
interface Job {
  file: File;
  kind: Media['type'];
  into: Taking['into'];
  off: AbortController;
  /** All tries share it, so a try with a lost answer creates no duplicate. */
  idempotencyKey: string;
  /** This browser keeps the file over a reload. */
  isStored?: boolean;
  prepared?: { file: File; poster?: Blob | undefined };
}

const jobs = new Map<string, Job>();
/** Files that the person removed before the server gave them back. */
const removedEarly = new Set<string>();
const uploadLimit = new ConcurrencyLimit(2);

onLogout(() => {
  // `pending-uploads.ts` deletes the files itself.
  for (const { off } of jobs.values()) off.abort();
  jobs.clear();
  removedEarly.clear();
  askIfNeeded();
});

/**
 * Warns before the page closes with an upload whose file this browser could not keep. The listener exists only then, because it
 * disables the back/forward cache.
 */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

function beginJob(id: string, job: Job): void {
  jobs.set(id, job);
  askIfNeeded();
}

function endJob(id: string): void {
  jobs.delete(id);
  askIfNeeded();
  void deletePendingUpload(id);
}

function askIfNeeded(): void {
  if ([...jobs.values()].some(({ isStored }) => !isStored))
    addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
}

/** Stores a file in this browser until the server has it, so that its upload continues after a reload. */
async function storeForReload(id: string, job: Job): Promise<void> {
  const { file, kind, into, idempotencyKey } = job;
  const ownerId = viewerIdNow();
  if (ownerId === undefined) return;
  const isStored = await storePendingUpload({
    id,
    ownerId,
    file,
    details: { kind, into, idempotencyKey },
  });
  // The upload may be over already.
  if (!jobs.has(id)) return deletePendingUpload(id);
  job.isStored = isStored;
  askIfNeeded();
}

/** Continues the uploads of a draft after a reload. A file that this browser has not stored is lost. */
export async function resumeFiles(draftKey: string): Promise<void> {
  const ownerId = viewerIdNow();
  if (ownerId === undefined) return;
  void sweepPendingUploads(ownerId);
  for (const { id, state } of filesIn(draftKey)) {
    if (state.step !== 'preparing' || jobs.has(id)) continue;
    const stored = await findPendingUpload(id, ownerId);
    // The person may have removed it meanwhile.
    if (jobs.has(id) || !itemOf(id)) continue;
    if (stored) resumeFile(id, stored);
    else dispatch(id, { type: 'failed', message: words.fileLost, canRetry: false });
  }
}

function resumeFile(id: string, { file, details }: PendingUpload): void {
  const { kind, into, idempotencyKey } = details as Pick<Job, 'kind' | 'into' | 'idempotencyKey'>;
  beginJob(id, { file, kind, into, off: new AbortController(), idempotencyKey, isStored: true });
  const preview = kind === 'image' ? URL.createObjectURL(file) : '';
  changeItem(id, (item) => ({ ...item, kind, preview }));
  if (preview !== '') void measure(id, preview);
  void prepareAndUpload(id);
}

export interface Taking {
  /** The new files replace the present ones. */
  replace: boolean;
  /** Whether the files belong to a post or to a message. */
  into: 'post' | 'message';
}

/** Adds files to the draft and starts their uploads. */
export async function addFiles(
  draftKey: string,
  files: readonly File[],
  { replace, into }: Taking,
): Promise<void> {
  const limits = await knownLimits();
  const earlier = attachmentsOf(draftKey).items;
  const already = replace ? 0 : earlier.length;
  const { accepted, problems } =
    into === 'post'
      ? checkFiles(files, already, limits)
      : checkPictures(files, already, limits?.messagePictures ?? Infinity);
  // A choice without a usable file is no choice, so the earlier files stay.
  if (replace && accepted.length > 0) for (const { id } of earlier) removeFile(draftKey, id);
  const added = accepted.map(({ file, kind }) => {
    const id = randomKey();
    const off = new AbortController();
    const job: Job = { file, kind, into, off, idempotencyKey: randomKey() };
    beginJob(id, job);
    void storeForReload(id, job);
    const preview = kind === 'image' ? URL.createObjectURL(file) : '';
    if (kind === 'image') void measure(id, preview);
    const state = { step: 'preparing' } as const;
    return { id, name: file.name, kind, preview, alt: '', state };
  });
  changeAttachments(draftKey, {
    items: [...attachmentsOf(draftKey).items, ...added],
    notice: problems.length > 0 ? problems.join(' ') : undefined,
  });
  for (const { id } of added) void prepareAndUpload(id);
}

export function removeFile(draftKey: string, id: string): void {
  const item = itemOf(id);
  const { items } = attachmentsOf(draftKey);
  changeAttachments(draftKey, { items: items.filter((each) => each.id !== id), notice: undefined });
  jobs.get(id)?.off.abort();
  endJob(id);
  if (item?.preview.startsWith('blob:')) URL.revokeObjectURL(item.preview);
  if (item?.state.step === 'ready') deleteUploaded(item.state.media._id);
  else if (item && isOfPost(item)) removedEarly.add(id);
}

/** Whether the person removed a file before the server gave it back. Answers once. */
export const takeRemoved = (id: string): boolean => removedEarly.delete(id);

/** If this fails, the server deletes the file after a day. */
export function deleteUploaded(mediaId: string): void {
  call(deleteMedia, { params: { mediaId } }, { quiet: true }).catch(() => {});
}

export function retryFile(id: string): void {
  // It is already running.
  if (itemOf(id)?.state.step !== 'failed') return;
  dispatch(id, { type: 'retried' });
  if (itemOf(id)?.state.step === 'preparing') void prepareAndUpload(id);
}

/** Restarts all in one step, so that no waiting code still sees a failed file. */
export function retryAll(draftKey: string): void {
  const { items } = attachmentsOf(draftKey);
  const failed = items.filter(({ state }) => state.step === 'failed' && state.canRetry);
  if (failed.length === 0) return;
  const again = items.map((item) => ({ ...item, state: advance(item.state, { type: 'retried' }) }));
  changeAttachments(draftKey, { items: again });
  for (const { id } of failed) void prepareAndUpload(id);
}

async function prepareAndUpload(id: string): Promise<void> {
  const job = jobs.get(id)!;
  const { signal } = job.off;
  try {
    await uploadLimit.run(async () => {
      job.prepared ??= await prepare(id, job);
      signal.throwIfAborted();
      dispatch(id, { type: 'prepared' });
      const sent = await send(id, job);
      // The person may have written it during the upload. Afterwards the file may be sent at once.
      const alt = itemOf(id)?.alt ?? sent.alt;
      const media = alt === sent.alt ? sent : await describe(sent, alt).catch(() => sent);
      endJob(id);
      dispatch(id, { type: 'uploaded', media });
    }, signal);
  } catch (error) {
    if (signal.aborted) return;
    const failure = failureOf(error, job);
    if (!failure.canRetry) endJob(id);
    dispatch(id, { type: 'failed', ...failure });
  }
}

async function send(id: string, { prepared, off, idempotencyKey }: Job) {
  const { file, poster } = prepared!;
  const { data } = await upload(
    uploadMedia,
    { body: { alt: itemOf(id)?.alt ?? '' }, signal: off.signal, idempotencyKey },
    { poster, file },
    { quiet: true, onProgress: (progress) => dispatch(id, { type: 'moved', progress }) },
  );
  return data;
}

async function prepare(id: string, { file, kind }: Job): Promise<Job['prepared'] & {}> {
  if (kind === 'video') {
    const mayBeConverted = (await knownLimits())?.convertsVideo ?? true;
    const poster = await capturePoster(file, { mayBeConverted });
    const preview = poster ? URL.createObjectURL(poster) : '';
    changeItem(id, (item) => ({ ...item, preview }));
    if (preview !== '') void measure(id, preview);
    return { file, poster: poster && new File([poster], 'poster.jpg', { type: poster.type }) };
  }
  void showStill(id, file);
  const limits = await knownLimits();
  return { file: await preparePicture(file, limits?.own.imageBytes ?? Infinity) };
}

function dispatch(id: string, event: AttachmentEvent): void {
  changeItem(id, (item) => ({ ...item, state: advance(item.state, event) }));
}

function failureOf(error: unknown, { file, into }: Job) {
  if (error instanceof UnusableFileError) return { message: error.message, canRetry: false };
  if (!(error instanceof ApiError)) return { message: words.somethingWentWrong, canRetry: true };
  // A 415 answer names all kinds of files, but a message accepts only pictures.
  if (error.status === 415 && into === 'message')
    return { message: notSendable(file.name), canRetry: false };
  // The server would reject the same file again.
  const canRetry = ![400, 413, 415].includes(error.status);
  return {
    message: error.message,
    canRetry,
    isTemporary: error.status === 503 || isUnanswered(error),
  };
}

/** Undefined if the limits cannot be fetched. Then the server decides. */
async function knownLimits(): Promise<
  (Limits & { messagePictures: number; convertsVideo: boolean }) | undefined
> {
  try {
    const { tier, free, premium, everyone, convertsVideo } =
      await queryClient.ensureQueryData(limitsQuery);
    const limits = tier === 'premium' ? { own: premium } : { own: free, premium };
    return { ...limits, messagePictures: everyone.messagePictures, convertsVideo };
  } catch {
    return undefined;
  }
}
