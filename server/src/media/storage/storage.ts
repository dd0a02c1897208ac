import type { Readable } from 'node:stream';

/** One file of a picture or video, as its row tells of it. */
export interface StoredFile {
  /** Ours, never the sender's: '640.webp', 'video.mp4'. */
  name: string;
  type: string;
  bytes: number;
  /** Of a picture, in pixels. */
  width?: number;
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where the files of media are kept, under the medium's id and their own name. A file is there whole or not at
 * all, and never changes.
 */
export interface Storage {
  /** Keeps what is in a local file, which is gone afterwards. */
  put(id: string, file: StoredFile, path: string): Promise<void>;
  /** Rejects where there is no such file. */
  read(id: string, name: string, range?: ByteRange): Promise<Readable>;
  exists(id: string, name: string): Promise<boolean>;
  /** All files of a medium; none is fine. */
  delete(id: string, names?: string[]): Promise<void>;
  /** Every medium there are files of, with when it was last written. */
  list(): AsyncIterable<{ id: string; writtenAt: Date }>;
  /** An address of its own to read a file at for so many seconds, where there is one. */
  link?(id: string, file: StoredFile, seconds: number, cacheControl: string): Promise<string>;
}
