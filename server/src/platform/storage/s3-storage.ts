import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AppError } from '@roost/contract/errors';
import type { S3Config } from '../../kernel/config.ts';
import type { ByteRange, Storage, StoredFile } from './storage.ts';

/** The size of one uploaded part. Each upload has two parts in memory. */
const PART_BYTES = 8 * 1_048_576;
const CONNECT_TIMEOUT_MS = 3_000;
const IDLE_TIMEOUT_MS = 4_000;
const MAX_ATTEMPTS = 2;
const RETRY_AFTER_SECONDS = 2;

/** Stores files in a bucket of an S3 object store. */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  /** All keys begin with `folder` and a slash. */
  constructor(config: S3Config, folder = 'media') {
    this.#bucket = config.bucket;
    this.#prefix = `${folder}/`;
    this.#client = openClient(config, {
      maxAttempts: MAX_ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    });
  }

  async put(id: string, file: StoredFile, path: string): Promise<void> {
    const hashes = await hashFile(path);
    const upload = new Upload({
      client: this.#client,
      partSize: PART_BYTES,
      queueSize: 2,
      params: {
        ...this.#object(id, file.name),
        Body: createReadStream(path),
        ContentType: file.type || 'application/octet-stream',
      },
    });
    const { ETag } = await available(upload.done());
    if (!(await this.#isWhole(id, file.name, ETag, hashes))) {
      await this.delete(id, [file.name]);
      throw new Error('the object store kept something else than it was sent');
    }
    await rm(path);
  }

  async read(id: string, name: string, range?: ByteRange): Promise<Readable> {
    const { Body } = await available(
      this.#client.send(
        new GetObjectCommand({
          ...this.#object(id, name),
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      ),
    );
    return Body as Readable;
  }

  async exists(id: string, name: string): Promise<boolean> {
    try {
      await available(this.#client.send(new HeadObjectCommand(this.#object(id, name))));
      return true;
    } catch (error) {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata;
      if (status?.httpStatusCode === 404) return false;
      throw error;
    }
  }

  async delete(id: string, names?: string[]): Promise<void> {
    const keys = names?.map((name) => this.#object(id, name).Key) ?? [];
    if (!names) for await (const { key } of this.#objects(`${this.#prefix}${id}/`)) keys.push(key);
    for (const Key of keys)
      await available(this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key })));
  }

  async *list(): AsyncGenerator<{ id: string; writtenAt: Date }> {
    let last = '';
    for await (const { key, writtenAt } of this.#objects(this.#prefix)) {
      const id = key.slice(this.#prefix.length).split('/', 1)[0] ?? '';
      // The store lists keys in order, so the files of one medium are adjacent.
      if (id !== last) yield { id, writtenAt };
      last = id;
    }
  }

  async *files(): AsyncGenerator<{ id: string; name: string; bytes: number }> {
    for await (const { key, bytes } of this.#objects(this.#prefix)) {
      const [id = '', name = ''] = key.slice(this.#prefix.length).split('/');
      if (name) yield { id, name, bytes };
    }
  }

  async link(id: string, file: StoredFile, seconds: number, cacheControl: string): Promise<string> {
    const command = new GetObjectCommand({
      ...this.#object(id, file.name),
      ResponseContentType: file.type,
      ResponseCacheControl: cacheControl,
      ResponseContentDisposition: `inline; filename="${file.name}"`,
    });
    return getSignedUrl(this.#client, command, { expiresIn: seconds });
  }

  #object(id: string, name: string) {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${id}/${name}` };
  }

  #objects(prefix: string): AsyncGenerator<S3Object> {
    return listObjects(this.#client, this.#bucket, prefix);
  }

  /** Whether the stored object equals the file. Compares the ETag if it is a hash, else reads the object back. */
  async #isWhole(
    id: string,
    name: string,
    etag: string | undefined,
    hashes: Hashes,
  ): Promise<boolean> {
    const stored = etag?.replaceAll('"', '');
    if (stored === hashes.whole || stored === hashes.ofParts) return true;
    const hash = createHash('sha256');
    for await (const chunk of await this.read(id, name)) hash.update(chunk as Buffer);
    return hash.digest('hex') === hashes.sha256;
  }
}

export function openClient(config: S3Config, options: S3ClientConfig): S3Client {
  return new S3Client({
    ...(config.endpoint && { endpoint: config.endpoint }),
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Many stores do not know the newer checksums. Callers compare what was stored instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...options,
  });
}

interface S3Object {
  key: string;
  bytes: number;
  writtenAt: Date;
}

/** Lists the objects whose keys begin with the prefix, in the order of their keys. */
export async function* listObjects(
  client: S3Client,
  bucket: string,
  prefix: string,
): AsyncGenerator<S3Object> {
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
    );
    for (const { Key, Size, LastModified } of page.Contents ?? [])
      if (Key) yield { key: Key, bytes: Size ?? 0, writtenAt: LastModified ?? new Date() };
    token = page.NextContinuationToken;
  } while (token);
}

/** Throws `unavailable` if the store hangs, fails or is unreachable, so the client can retry. */
async function available<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const { name, code, $metadata } = error as {
      name?: string;
      code?: string;
      $metadata?: { httpStatusCode?: number };
    };
    const isAway =
      name === 'TimeoutError' ||
      /^E(CONN|HOSTUNREACH|NETUNREACH|PIPE|TIMEDOUT|NOTFOUND)/.test(code ?? '') ||
      ($metadata?.httpStatusCode ?? 0) >= 500;
    if (!isAway) throw error;
    // The cause is for the log.
    throw Object.assign(new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS }), {
      cause: error,
    });
  }
}

interface Hashes {
  sha256: string;
  /** The ETags that stores compute, for an upload in one piece and in parts. */
  whole: string;
  ofParts: string;
}

async function hashFile(path: string): Promise<Hashes> {
  const sha256 = createHash('sha256');
  const whole = createHash('md5');
  const parts: Buffer[] = [];
  // `PART_BYTES` is a multiple of the chunk size, so each part ends with a chunk.
  let part = createHash('md5');
  let inPart = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) {
    for (const hash of [sha256, whole, part]) hash.update(chunk as Buffer);
    inPart += (chunk as Buffer).length;
    if (inPart < PART_BYTES) continue;
    parts.push(part.digest());
    part = createHash('md5');
    inPart = 0;
  }
  if (inPart > 0) parts.push(part.digest());
  const ofParts = createHash('md5').update(Buffer.concat(parts)).digest('hex');
  return {
    sha256: sha256.digest('hex'),
    whole: whole.digest('hex'),
    ofParts: `${ofParts}-${parts.length}`,
  };
}
