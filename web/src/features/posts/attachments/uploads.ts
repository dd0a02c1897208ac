import { deleteMedia, describeMedia, uploadMedia, type Media } from '@roost/contract/media';
import { ApiError, call } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { LOGOUT_EVENT } from '../../../lib/logout.ts';
import { upload } from '../../../lib/upload.ts';
import { limitsQuery } from '../../users/limits.query.ts';
import { advance, type AttachmentEvent } from './attachment.ts';
import { judgeFiles, judgePictures, notSendable, type Limits } from './file-rules.ts';
import { Lanes } from './lanes.ts';
import { preparePicture } from './prepare-picture.ts';
import { takePoster } from './take-poster.ts';
import { changeItem, changeTray, itemOf, trayOf } from './tray.ts';
import { Unusable } from './unusable.ts';

/** What is needed of a file until it is uploaded. */
interface Job {
  file: File;
  kind: Media['type'];
  into: Taking['into'];
  off: AbortController;
  /** The same for each try, so that one whose answer was lost is not there twice. */
  idempotencyKey: string;
  prepared?: { file: File; poster?: Blob | undefined };
}

const jobs = new Map<string, Job>();
const lanes = new Lanes(2);

addEventListener(LOGOUT_EVENT, () => {
  for (const { off } of jobs.values()) off.abort();
  jobs.clear();
});

export interface Taking {
  /** Puts them in place of those that are there. */
  replace: boolean;
  /** What they are for. */
  into: 'post' | 'message';
}

/** Takes files into the box and starts sending them at once. */
export async function addFiles(
  slot: string,
  files: readonly File[],
  { replace, into }: Taking,
): Promise<void> {
  if (replace) for (const { id } of trayOf(slot).items) removeFile(slot, id);
  const limits = await knownLimits();
  const already = trayOf(slot).items.length;
  const { accepted, problems } =
    into === 'post'
      ? judgeFiles(files, already, limits)
      : judgePictures(files, already, limits?.messagePictures ?? Infinity);
  const added = accepted.map(({ file, kind }) => {
    const id = randomKey();
    jobs.set(id, { file, kind, into, off: new AbortController(), idempotencyKey: randomKey() });
    const preview = kind === 'image' ? URL.createObjectURL(file) : '';
    const state = { step: 'preparing' } as const;
    return { id, name: file.name, kind, preview, alt: '', state };
  });
  changeTray(slot, {
    items: [...trayOf(slot).items, ...added],
    notice: problems.length > 0 ? problems.join(' ') : undefined,
  });
  for (const { id } of added) void bringUp(slot, id);
}

export function removeFile(slot: string, id: string): void {
  const item = itemOf(slot, id);
  const { items } = trayOf(slot);
  changeTray(slot, { items: items.filter((each) => each.id !== id), notice: undefined });
  jobs.get(id)?.off.abort();
  jobs.delete(id);
  if (item?.preview.startsWith('blob:')) URL.revokeObjectURL(item.preview);
  if (item?.state.step !== 'ready') return;
  // Should this fail, the server clears it away by itself after a day.
  call(deleteMedia, { params: { mediaId: item.state.media._id } }, { quiet: true }).catch(() => {});
}

export function retryFile(slot: string, id: string): void {
  // Under way already.
  if (itemOf(slot, id)?.state.step !== 'failed') return;
  tell(slot, id, { type: 'retried' });
  if (itemOf(slot, id)?.state.step === 'preparing') void bringUp(slot, id);
}

/** All at once: who waits for them must not find one that still stands as failed. */
export function retryAll(slot: string): void {
  const { items } = trayOf(slot);
  const failed = items.filter(({ state }) => state.step === 'failed' && state.canRetry);
  if (failed.length === 0) return;
  const again = items.map((item) => ({ ...item, state: advance(item.state, { type: 'retried' }) }));
  changeTray(slot, { items: again });
  for (const { id } of failed) void bringUp(slot, id);
}

/** Says what a file shows; on the server too as soon as it is there. Rejects when that fails. */
export async function describeFile(slot: string, id: string, alt: string): Promise<void> {
  changeItem(slot, id, (item) => ({ ...item, alt }));
  const state = itemOf(slot, id)?.state;
  if (state?.step !== 'ready' || state.media.alt === alt) return;
  const params = { mediaId: state.media._id };
  const { data } = await call(describeMedia, { params, body: { alt } }, { quiet: true });
  changeItem(slot, id, (item) => ({ ...item, state: { step: 'ready', media: data } }));
}

/** Whatever the server has not yet heard of what the files show. */
export async function describeAll(slot: string): Promise<void> {
  for (const { id, alt } of trayOf(slot).items) await describeFile(slot, id, alt);
}

async function bringUp(slot: string, id: string): Promise<void> {
  const job = jobs.get(id)!;
  const { signal } = job.off;
  try {
    await lanes.run(async () => {
      job.prepared ??= await prepare(slot, id, job);
      signal.throwIfAborted();
      tell(slot, id, { type: 'prepared' });
      const media = await send(slot, id, job);
      tell(slot, id, { type: 'uploaded', media });
      jobs.delete(id);
    }, signal);
    // It may have been written while the file was on its way.
    await describeFile(slot, id, itemOf(slot, id)?.alt ?? '').catch(() => {});
  } catch (error) {
    if (!signal.aborted) tell(slot, id, { type: 'failed', ...failureOf(error, job) });
  }
}

async function send(slot: string, id: string, { prepared, off, idempotencyKey }: Job) {
  const { file, poster } = prepared!;
  const { data } = await upload(
    uploadMedia,
    { body: { alt: itemOf(slot, id)?.alt ?? '' }, signal: off.signal, idempotencyKey },
    { poster, file },
    { quiet: true, onProgress: (progress) => tell(slot, id, { type: 'moved', progress }) },
  );
  return data;
}

async function prepare(
  slot: string,
  id: string,
  { file, kind }: Job,
): Promise<Job['prepared'] & {}> {
  if (kind === 'video') {
    const mayBeConverted = (await knownLimits())?.convertsVideo ?? true;
    const poster = await takePoster(file, { mayBeConverted });
    const preview = poster ? URL.createObjectURL(poster) : '';
    changeItem(slot, id, (item) => ({ ...item, preview }));
    return { file, poster: poster && new File([poster], 'poster.jpg', { type: poster.type }) };
  }
  const limits = await knownLimits();
  return { file: await preparePicture(file, limits?.own.imageBytes ?? Infinity) };
}

function tell(slot: string, id: string, event: AttachmentEvent): void {
  changeItem(slot, id, (item) => ({ ...item, state: advance(item.state, event) }));
}

function failureOf(error: unknown, { file, into }: Job): { message: string; canRetry: boolean } {
  if (error instanceof Unusable) return { message: error.message, canRetry: false };
  if (!(error instanceof ApiError)) return { message: 'Something went wrong.', canRetry: true };
  // Said of a file of any kind: a message takes pictures only.
  if (error.status === 415 && into === 'message')
    return { message: notSendable(file.name), canRetry: false };
  // What the server judged unfit it will judge unfit again.
  return { message: error.message, canRetry: ![400, 413, 415].includes(error.status) };
}

/** Undefined when they can't be had; then the server judges. */
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
