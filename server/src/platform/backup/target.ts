import type { Readable } from 'node:stream';

export interface StoredObject {
  path: string;
  bytes: number;
  writtenAt: Date;
}

/** Where backups are: a folder, or a part of a bucket. Paths use slashes. A reader never sees an incomplete object. */
export interface BackupTarget {
  /** Its name for people. */
  readonly name: string;
  /** Stores the content of the stream. Replaces an object with this path. */
  put(path: string, content: Readable): Promise<void>;
  /** Rejects with `MissingObject` if there is none. */
  get(path: string): Promise<Readable>;
  /** Lists the objects whose paths begin with `prefix`, which ends in a slash or in a part of a name. */
  list(prefix: string): AsyncIterable<StoredObject>;
  delete(paths: readonly string[]): Promise<void>;
}
