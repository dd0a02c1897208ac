import type { Readable } from 'node:stream';

/** One file of a picture or video, as its row describes it. */
export interface StoredFile {
  /** A name that the server chose, such as '640.webp' or 'video.mp4'. */
  name: string;
  type: string;
  bytes: number;
  /** The width of a picture in pixels. */
  width?: number;
}

export function bytesOf(files: readonly StoredFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The first and the last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Stores the files of media under the id of the medium and the name of the file. A file is complete or missing, and it
 * never changes.
 */
export interface Storage {
  /** Stores a local file and removes it from its path. */
  put(id: string, file: StoredFile, path: string): Promise<void>;
  /** Rejects if the file does not exist. */
  read(id: string, name: string, range?: ByteRange): Promise<Readable>;
  exists(id: string, name: string): Promise<boolean>;
  /** Deletes the named files, or all files of the medium. Missing files are no error. */
  delete(id: string, names?: string[]): Promise<void>;
  /** Lists every medium that has files, with the time of its last write. */
  list(): AsyncIterable<{ id: string; writtenAt: Date }>;
  /** Lists every complete file. */
  files(): AsyncIterable<{ id: string; name: string; bytes: number }>;
  /** Returns a URL of the store that serves the file for so many seconds. Only object stores have it. */
  link?(id: string, file: StoredFile, seconds: number, cacheControl: string): Promise<string>;
}
