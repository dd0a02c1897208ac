import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@roost/contract/errors';
import { kindOf, SIGNATURE_BYTES, type MediaKind } from './file-kind.ts';
import { spokenName, spokenSize } from './file-names.ts';

/** A file of a form. It stays on disk until the request ends. */
export interface Upload {
  field: string;
  /** The sender's name for the file, cleaned. Only for messages. */
  name: string;
  kind: MediaKind;
  path: string;
  bytes: number;
  /** The SHA-256 of the bytes. */
  digest: Buffer;
}

/** The largest size in bytes for each kind. A kind without a size is refused. */
export type Sizes = Partial<Record<MediaKind, number>>;

interface FilePart {
  fieldname: string;
  filename: string | undefined;
  file: Readable;
}

/**
 * Writes a file to disk as it arrives. Throws as soon as its first bytes show a refused type, or its size exceeds the limit,
 * and deletes the file. Returns null for an empty file field.
 */
export async function receiveFile(
  part: FilePart,
  folder: string,
  sizes: Sizes,
  onBytes: (count: number) => Promise<void>,
): Promise<Upload | null> {
  const upload = { field: part.fieldname, name: spokenName(part.filename) };
  const path = join(folder, randomUUID());
  try {
    const { kind, bytes, digest } = await write(part.file, path, upload.name, sizes, onBytes);
    if (kind) return { ...upload, kind, path, bytes, digest };
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
  onBytes: (count: number) => Promise<void>,
): Promise<{ kind: MediaKind | null; bytes: number; digest: Buffer }> {
  await using handle = await open(path, 'wx', 0o600);
  let kind: MediaKind | null = null;
  let beginning = Buffer.alloc(0);
  let bytes = 0;
  const digest = createHash('sha256');
  for await (const chunk of wholePart(chunks)) {
    bytes += chunk.length;
    digest.update(chunk);
    await onBytes(chunk.length);
    if (kind) {
      assertFits(name, kind, bytes, sizes);
      await handle.writeFile(chunk);
      continue;
    }
    beginning = Buffer.concat([beginning, chunk]);
    if (beginning.length < SIGNATURE_BYTES) continue;
    kind = await checkKind(name, beginning, sizes);
    assertFits(name, kind, bytes, sizes);
    await handle.writeFile(beginning);
  }
  if (kind || bytes === 0) return { kind, bytes, digest: digest.digest() };
  kind = await checkKind(name, beginning, sizes);
  assertFits(name, kind, bytes, sizes);
  await handle.writeFile(beginning);
  return { kind, bytes, digest: digest.digest() };
}

/** Yields the bytes of a part. If the part ends early, the sender gets `bad_input`. */
async function* wholePart(chunks: Readable): AsyncGenerator<Buffer> {
  try {
    yield* chunks as AsyncIterable<Buffer>;
  } catch {
    throw new AppError('bad_input', { message: 'The form is not complete.' });
  }
}

async function checkKind(name: string, beginning: Buffer, sizes: Sizes): Promise<MediaKind> {
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
