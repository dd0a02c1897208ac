import type { StoredFile } from '../../storage/storage.ts';
import type { MediaKind } from './file-kind.ts';

/** A converted picture or video with stored files. It has no row yet. */
export interface PreparedMedia {
  id: string;
  field: string;
  kind: MediaKind;
  status: 'ready' | 'processing';
  /** Whether a job continues the conversion after the row exists. */
  isUnfinished: boolean;
  width: number;
  height: number;
  placeholder: string;
  files: StoredFile[];
  /** The SHA-256 of the file that the sender uploaded. */
  digest: Buffer;
  /** Bytes reserved from the sender's daily quota for all files of this request. */
  reserved: number;
}
