import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import type { Context, MemberContext } from '../../kernel/context.ts';
import type { Upload } from '../../platform/http/uploads/uploads.ts';
import type { PreparedMedia } from '../../platform/http/uploads/prepared-media.ts';
import { storageFull } from '../quota/disk-space.ts';
import { findExistingIds } from '../media.queries.ts';
import { profilePictureSizes } from './profile-picture-sizes.ts';
import { storeFiles } from '../store-files.ts';
import { assertNotRefused } from './refused-files.ts';
import {
  isPoster,
  POSTER_NAME,
  Refused,
  type MadeFile,
  type Problem,
} from '../worker/worker-tasks.ts';

/** The unplayable original of a video, for the job that transcodes it. It is never served. */
export const ORIGINAL = 'original';
export const POSTER = { name: POSTER_NAME, width: 1_280 };

/**
 * Processes and stores the files of a request, all or none. It runs before the transaction, so that no transaction
 * waits for it.
 */
export async function prepareMedia(
  ctx: MemberContext,
  uploads: readonly Upload[],
  reserved: number,
): Promise<PreparedMedia[]> {
  const poster = uploads.find(({ field }) => field === 'poster');
  const others = uploads.filter((upload) => upload !== poster);
  if (poster && poster.kind !== 'image') {
    const message = `“${poster.name}” is no picture, which a poster has to be.`;
    throw new AppError('unsupported_media_type', { message });
  }
  await assertNotRefused(ctx, uploads);
  const results = await Promise.allSettled(
    others.map(async (upload) => prepareOne(ctx, upload, poster)),
  );
  const prepared = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = results.find((each) => each.status === 'rejected');
  // One transaction inserts all rows, so any one of them can carry the reservation.
  if (!failed) return prepared.map((each, n) => ({ ...each, reserved: n === 0 ? reserved : 0 }));
  await discardUnused(ctx, prepared);
  throw failed.reason;
}

/** Deletes the files of a request that failed or was answered before. Returns whether any of them has a row. */
export async function discardUnused(
  ctx: Context,
  prepared: readonly PreparedMedia[],
): Promise<boolean> {
  if (prepared.length === 0) return false;
  try {
    // A commit may have succeeded although its answer was lost. The sweep deletes what remains.
    const used = await findExistingIds(
      ctx,
      prepared.map(({ id }) => id),
    );
    const unused = prepared.filter(({ id }) => !used.has(id));
    await Promise.all(unused.map(async ({ id }) => ctx.media.storage.delete(id)));
    return used.size > 0;
  } catch (error) {
    ctx.log.warn({ err: error }, 'media left to be swept');
    return true;
  }
}

async function prepareOne(
  ctx: MemberContext,
  upload: Upload,
  poster: Upload | undefined,
): Promise<PreparedMedia> {
  await ctx.media.disk.assertFree();
  const id = newId();
  const output = join(ctx.media.incoming, id);
  await mkdir(output, { mode: 0o700 });
  try {
    const made = await (upload.kind === 'image' ? makePicture : makeVideo)(ctx, upload, output);
    if (upload.kind === 'video' && poster) await addPoster(ctx, made, poster, output);
    const hasAll = made.status === 'ready' && made.files.some(isPoster);
    const files = await storeFiles(ctx, id, made.files, output);
    const isUnfinished = made.isUnfinished && !hasAll;
    return {
      ...made,
      id,
      field: upload.field,
      kind: upload.kind,
      files,
      digest: upload.digest,
      isUnfinished,
      reserved: 0,
    };
  } catch (error) {
    await ctx.media.storage.delete(id).catch(() => {});
    throw error;
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

type Made = Omit<PreparedMedia, 'id' | 'field' | 'kind' | 'files' | 'digest' | 'reserved'> & {
  files: MadeFile[];
};

async function makePicture(ctx: MemberContext, upload: Upload, output: string): Promise<Made> {
  const only = profilePictureSizes(upload.field);
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

/** Processes a frame that the sender's browser drew, like any other picture. */
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

const messages: Record<Exclude<Problem, 'disk_full'>, (name: string, detail: string) => string> = {
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
    if (error.problem === 'disk_full') throw storageFull();
    const code = error.problem === 'unplayable' ? 'unsupported_media_type' : 'bad_input';
    throw new AppError(code, { message: messages[error.problem](name, error.message) });
  };
}
