import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@roost/contract/errors';
import { kindOf, TELLING_BYTES, type MediaKind } from './file-kind.ts';
import { spokenName, spokenSize } from './file-names.ts';

/** A file that came with a form, on disk until its request is over. */
export interface Upload {
  field: string;
  /** As the sender calls it, fit to be said; for words only. */
  name: string;
  kind: MediaKind;
  path: string;
  bytes: number;
}

/** Bytes a file of each kind can have; a kind without is not taken. */
export type Sizes = Partial<Record<MediaKind, number>>;

interface FilePart {
  fieldname: string;
  filename: string | undefined;
  file: Readable;
}

/**
 * Writes a file to disk as it comes. Refused as soon as its beginning is nothing we take, or its bytes, counted as
 * they come, are more than it can have; then nothing is left of it. Null for a form's file field left empty.
 */
export async function receiveFile(
  part: FilePart,
  folder: string,
  sizes: Sizes,
  onBytes: (count: number) => void,
): Promise<Upload | null> {
  const upload = { field: part.fieldname, name: spokenName(part.filename) };
  const path = join(folder, randomUUID());
  try {
    const { kind, bytes } = await write(part.file, path, upload.name, sizes, onBytes);
    if (kind) return { ...upload, kind, path, bytes };
    await rm(path, { force: true });
    if (!part.filename) return null;
    throw new AppError('bad_input', { message: `“${upload.name}” is empty.` });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function write(
  chunks: Readable,
  path: string,
  name: string,
  sizes: Sizes,
  onBytes: (count: number) => void,
): Promise<{ kind: MediaKind | null; bytes: number }> {
  await using handle = await open(path, 'wx', 0o600);
  let kind: MediaKind | null = null;
  let beginning = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of wholePart(chunks)) {
    bytes += chunk.length;
    onBytes(chunk.length);
    if (kind) {
      assertFits(name, kind, bytes, sizes);
      await handle.writeFile(chunk);
      continue;
    }
    beginning = Buffer.concat([beginning, chunk]);
    if (beginning.length < TELLING_BYTES) continue;
    kind = await judge(name, beginning, sizes);
    assertFits(name, kind, bytes, sizes);
    await handle.writeFile(beginning);
  }
  if (kind || bytes === 0) return { kind, bytes };
  kind = await judge(name, beginning, sizes);
  assertFits(name, kind, bytes, sizes);
  await handle.writeFile(beginning);
  return { kind, bytes };
}

/** The bytes of a part; what ends before its end is the sender's doing. */
async function* wholePart(chunks: Readable): AsyncGenerator<Buffer> {
  try {
    yield* chunks as AsyncIterable<Buffer>;
  } catch {
    throw new AppError('bad_input', { message: 'The form is not complete.' });
  }
}

async function judge(name: string, beginning: Buffer, sizes: Sizes): Promise<MediaKind> {
  const kind = await kindOf(beginning);
  if (kind && sizes[kind] !== undefined) return kind;
  const isPicturesOnly = sizes.video === undefined;
  const what = isPicturesOnly ? 'picture' : 'picture or video';
  const taken = isPicturesOnly
    ? 'JPEG, PNG, WebP, GIF and AVIF'
    : 'JPEG, PNG, WebP, GIF, AVIF, MP4, WebM and MOV';
  throw new AppError('unsupported_media_type', {
    message: `“${name}” is no ${what} we can take. These work: ${taken}.`,
  });
}

function assertFits(name: string, kind: MediaKind, bytes: number, sizes: Sizes): void {
  const most = sizes[kind] ?? 0;
  if (bytes <= most) return;
  const what = kind === 'image' ? 'a picture' : 'a video';
  throw new AppError('too_large', {
    message: `“${name}” is too large: ${what} can have ${spokenSize(most)} at most.`,
  });
}
