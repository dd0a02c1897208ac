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
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Config } from '../../config.ts';
import type { ByteRange, Storage, StoredFile } from './storage.ts';

/** Bytes sent at a time; two of these are in memory for each upload. */
const PART = 8 * 1_048_576;
const PREFIX = 'media/';

/** Keeps media in a bucket of an object store that speaks S3. */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(config: S3Config) {
    this.#bucket = config.bucket;
    this.#client = new S3Client({
      ...(config.endpoint && { endpoint: config.endpoint }),
      region: config.region,
      forcePathStyle: config.forcePathStyle,
      credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
      // Many stores don't know the newer checksums; what arrived is checked below.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
    });
  }

  async put(id: string, file: StoredFile, path: string): Promise<void> {
    const hashes = await hashFile(path);
    const upload = new Upload({
      client: this.#client,
      partSize: PART,
      queueSize: 2,
      params: {
        ...this.#object(id, file.name),
        Body: createReadStream(path),
        ContentType: file.type || 'application/octet-stream',
      },
    });
    const { ETag } = await upload.done();
    if (!(await this.#isWhole(id, file.name, ETag, hashes))) {
      await this.delete(id, [file.name]);
      throw new Error('the object store kept something else than it was sent');
    }
    await rm(path);
  }

  async read(id: string, name: string, range?: ByteRange): Promise<Readable> {
    const { Body } = await this.#client.send(
      new GetObjectCommand({
        ...this.#object(id, name),
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      }),
    );
    return Body as Readable;
  }

  async exists(id: string, name: string): Promise<boolean> {
    try {
      await this.#client.send(new HeadObjectCommand(this.#object(id, name)));
      return true;
    } catch (error) {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata;
      if (status?.httpStatusCode === 404) return false;
      throw error;
    }
  }

  async delete(id: string, names?: string[]): Promise<void> {
    const keys = names?.map((name) => this.#object(id, name).Key) ?? [];
    if (!names) for await (const { key } of this.#objects(`${PREFIX}${id}/`)) keys.push(key);
    for (const Key of keys)
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key }));
  }

  async *list(): AsyncGenerator<{ id: string; writtenAt: Date }> {
    let last = '';
    for await (const { key, writtenAt } of this.#objects(PREFIX)) {
      const id = key.slice(PREFIX.length).split('/', 1)[0] ?? '';
      // They come in the order of their names, so those of one medium together.
      if (id !== last) yield { id, writtenAt };
      last = id;
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
    return { Bucket: this.#bucket, Key: `${PREFIX}${id}/${name}` };
  }

  async *#objects(prefix: string): AsyncGenerator<{ key: string; writtenAt: Date }> {
    let token: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: prefix,
          ContinuationToken: token,
        }),
      );
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key) yield { key: Key, writtenAt: LastModified ?? new Date() };
      token = page.NextContinuationToken;
    } while (token);
  }

  /** Whether what is kept is what was sent: by its ETag where that is a hash, else by reading it back. */
  async #isWhole(
    id: string,
    name: string,
    etag: string | undefined,
    hashes: Hashes,
  ): Promise<boolean> {
    const told = etag?.replaceAll('"', '');
    if (told === hashes.whole || told === hashes.ofParts) return true;
    const hash = createHash('sha256');
    for await (const chunk of await this.read(id, name)) hash.update(chunk as Buffer);
    return hash.digest('hex') === hashes.sha256;
  }
}

interface Hashes {
  sha256: string;
  /** ETags as stores make them: of what was sent in one piece, and in parts. */
  whole: string;
  ofParts: string;
}

async function hashFile(path: string): Promise<Hashes> {
  const sha256 = createHash('sha256');
  const whole = createHash('md5');
  const parts: Buffer[] = [];
  // Read in pieces that a part is a multiple of.
  let part = createHash('md5');
  let inPart = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) {
    for (const hash of [sha256, whole, part]) hash.update(chunk as Buffer);
    inPart += (chunk as Buffer).length;
    if (inPart < PART) continue;
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
