import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import type { Context, MemberContext } from '../context.ts';
import type { Upload } from '../http/uploads.ts';
import type { MediaKind } from '../http/file-kind.ts';
import { existingMedia } from './media.queries.ts';
import { profileSizes } from './profile-sizes.ts';
import type { StoredFile } from './storage/storage.ts';
import { Refused, type MadeFile, type Problem } from './worker/worker-tasks.ts';

/** A picture or video made fit to be shown, its files stored; a row is all it lacks. */
export interface PreparedMedia {
  id: string;
  field: string;
  kind: MediaKind;
  status: 'ready' | 'processing';
  /** Whether a job is to make more of it, once there is a row. */
  isUnfinished: boolean;
  width: number;
  height: number;
  placeholder: string;
  files: StoredFile[];
}

/** A video as it came, to be made playable; never served. */
export const ORIGINAL = 'original';
export const POSTER = { name: 'poster.webp', width: 1_280 };

/** Makes what came with a request fit to be shown, all of it or nothing. Touches no row, so no transaction waits for it. */
export async function prepareMedia(
  ctx: MemberContext,
  uploads: readonly Upload[],
): Promise<PreparedMedia[]> {
  const posterOf = uploads.find(({ field }) => field === 'poster');
  const shown = uploads.filter((upload) => upload !== posterOf);
  if (posterOf && posterOf.kind !== 'image') {
    const message = `“${posterOf.name}” is no picture, which a poster has to be.`;
    throw new AppError('unsupported_media_type', { message });
  }
  const outcomes = await Promise.allSettled(
    shown.map(async (upload) => prepareOne(ctx, upload, posterOf)),
  );
  const prepared = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = outcomes.find((each) => each.status === 'rejected');
  if (!failed) return prepared;
  await discardUnused(ctx, prepared);
  throw failed.reason;
}

/** Takes the files away of which nothing came: the request failed, or was answered before. */
export async function discardUnused(
  ctx: Context,
  prepared: readonly PreparedMedia[],
): Promise<void> {
  if (prepared.length === 0) return;
  try {
    // A commit whose answer was lost may have made rows after all; what is left over is swept.
    const used = await existingMedia(
      ctx,
      prepared.map(({ id }) => id),
    );
    const unused = prepared.filter(({ id }) => !used.has(id));
    await Promise.all(unused.map(async ({ id }) => ctx.media.storage.delete(id)));
  } catch (error) {
    ctx.log.warn({ err: error }, 'media left to be swept');
  }
}

async function prepareOne(
  ctx: MemberContext,
  upload: Upload,
  poster: Upload | undefined,
): Promise<PreparedMedia> {
  const id = newId();
  const output = join(ctx.media.incoming, id);
  await mkdir(output, { mode: 0o700 });
  try {
    const made = await (upload.kind === 'image' ? makePicture : makeVideo)(ctx, upload, output);
    if (upload.kind === 'video' && poster) await addPoster(ctx, made, poster, output);
    const hasAll = made.status === 'ready' && made.files.some(({ name }) => name === POSTER.name);
    const files = await Promise.all(made.files.map(async (file) => sized(file, output)));
    for (const file of files) await ctx.media.storage.put(id, file, join(output, file.name));
    const isUnfinished = made.isUnfinished && !hasAll;
    return { ...made, id, field: upload.field, kind: upload.kind, files, isUnfinished };
  } catch (error) {
    await ctx.media.storage.delete(id).catch(() => {});
    throw error;
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

type Made = Omit<PreparedMedia, 'id' | 'field' | 'kind' | 'files'> & { files: MadeFile[] };

async function makePicture(ctx: MemberContext, upload: Upload, output: string): Promise<Made> {
  const only = profileSizes(upload.field);
  const task = { what: 'picture', input: upload.path, output, ...(only && { only }) } as const;
  const made = await ctx.media.workers.run(ctx.viewer.id, task).catch(refuse(upload));
  return { ...made, status: 'ready', isUnfinished: false };
}

async function makeVideo(ctx: MemberContext, upload: Upload, output: string): Promise<Made> {
  const mayTranscode = ctx.media.ffmpeg !== null;
  const unplayable = mayTranscode ? 'leave' : 'refuse';
  const task = { what: 'video', input: upload.path, output, unplayable } as const;
  const made = await ctx.media.workers.run(ctx.viewer.id, task).catch(refuse(upload));
  const { width, height } = made;
  const shared = { width, height, placeholder: '', isUnfinished: mayTranscode };
  if (made.isPlayable || !mayTranscode) return { ...shared, status: 'ready', files: made.files };
  await rename(upload.path, join(output, ORIGINAL));
  return { ...shared, status: 'processing', files: [{ name: ORIGINAL, type: '' }] };
}

/** A frame of the video that the sender's browser drew; treated like any other picture. */
async function addPoster(
  ctx: MemberContext,
  made: Made,
  poster: Upload,
  output: string,
): Promise<void> {
  const task = { what: 'picture', input: poster.path, output, only: [POSTER] } as const;
  const { files, placeholder } = await ctx.media.workers
    .run(ctx.viewer.id, task)
    .catch(refuse(poster));
  made.files.push(...files);
  made.placeholder = placeholder;
}

async function sized(file: MadeFile, folder: string): Promise<StoredFile> {
  return { ...file, bytes: (await stat(join(folder, file.name))).size };
}

const words: Record<Problem, (name: string, detail: string) => string> = {
  broken: (name) => `“${name}” is damaged or incomplete.`,
  too_many_pixels: (name) => `“${name}” has too many pixels; 50 megapixels are the most.`,
  too_many_frames: (name) => `“${name}” is too long an animation; a video would be smaller.`,
  no_video: (name) => `“${name}” has no picture, only sound or nothing.`,
  unplayable: (name, detail) =>
    `“${name}” is ${detail}, which many browsers can’t play. Save it as MP4 with H.264 and AAC.`,
  too_heavy: (name) => `“${name}” takes too long to read; a smaller one may work.`,
};

function refuse({ name }: Upload) {
  return (error: unknown): never => {
    if (!(error instanceof Refused)) throw error;
    const code = error.problem === 'unplayable' ? 'unsupported_media_type' : 'bad_input';
    throw new AppError(code, { message: words[error.problem](name, error.message) });
  };
}
