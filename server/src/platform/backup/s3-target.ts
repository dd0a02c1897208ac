import type { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { StartError } from '../../config/start-error.ts';
import type { S3Config } from '../../kernel/config.ts';
import { listObjects, openClient } from '../storage/s3-storage.ts';
import { digestStream } from './digest-stream.ts';
import { MissingObject } from './missing-object.ts';
import type { BackupTarget, StoredObject } from './target.ts';

/** Each upload has two parts in memory. An object has at most 10,000 parts. */
const PART_BYTES = 16 * 1_048_576;
/** The most keys that one request may delete. */
const MAX_DELETED = 1_000;
const MAX_ATTEMPTS = 5;
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;

export class S3Target implements BackupTarget {
  readonly name: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  /** All keys begin with `prefix`. */
  constructor(config: S3Config, prefix: string) {
    this.name = `s3://${config.bucket}/${prefix}`;
    this.#bucket = config.bucket;
    this.#prefix = prefix;
    this.#client = openClient(config, {
      maxAttempts: MAX_ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    });
  }

  async put(path: string, content: Readable): Promise<void> {
    const digest = digestStream();
    content.once('error', (error) => digest.stream.destroy(error));
    const upload = new Upload({
      client: this.#client,
      partSize: PART_BYTES,
      queueSize: 2,
      params: { ...this.#object(path), Body: content.pipe(digest.stream) },
    });
    await this.#reached(upload.done());
    const stored = await this.#reached(
      this.#client.send(new HeadObjectCommand(this.#object(path))),
    );
    if (stored.ContentLength === digest.bytes()) return;
    await this.delete([path]);
    throw new StartError(`${this.name} kept less of ${path} than it was sent.`);
  }

  async get(path: string): Promise<Readable> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#object(path)));
      return Body as Readable;
    } catch (error) {
      const { name } = error as Error;
      if (name === 'NoSuchKey' || name === 'NotFound') throw new MissingObject(path, this.name);
      throw this.#explain(error);
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    try {
      const objects = listObjects(this.#client, this.#bucket, `${this.#prefix}${prefix}`);
      for await (const { key, ...object } of objects)
        yield { path: key.slice(this.#prefix.length), ...object };
    } catch (error) {
      throw this.#explain(error);
    }
  }

  async delete(paths: readonly string[]): Promise<void> {
    for (let first = 0; first < paths.length; first += MAX_DELETED) {
      const Objects = paths
        .slice(first, first + MAX_DELETED)
        .map((path) => ({ Key: this.#object(path).Key }));
      await this.#reached(
        this.#client.send(
          new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
        ),
      );
    }
  }

  #object(path: string) {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${path}` };
  }

  async #reached<T>(asked: Promise<T>): Promise<T> {
    return asked.catch((error: unknown) => {
      throw this.#explain(error);
    });
  }

  /** The errors of the store. Others, such as those of the stream that is sent, stay as they are. */
  #explain(error: unknown): unknown {
    const { name, code, $metadata } = error as {
      name?: string;
      code?: string;
      $metadata?: { httpStatusCode?: number };
    };
    const isOfStore =
      $metadata !== undefined || name === 'TimeoutError' || /^E[A-Z]+$/.test(code ?? '');
    if (!isOfStore) return error;
    const reason = [name, code, $metadata?.httpStatusCode].filter(Boolean).join(', ');
    return new StartError(`${this.name} does not work (${reason}).`, { cause: error });
  }
}
