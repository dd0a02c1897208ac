import type { ColumnType, Generated } from 'kysely';
import type { StoredFile } from '../../storage/storage.ts';
import type { CreatedAt } from './created-at.ts';

export interface MediaTables {
  media: MediaTable;
  media_usage: MediaUsageTable;
  refused_files: RefusedFiles;
}

interface MediaTable {
  id: string;
  owner_id: string;
  used_for: Generated<'nothing' | 'post' | 'profile' | 'message' | 'site'>;
  post_id: Generated<string | null>;
  message_id: Generated<string | null>;
  position: Generated<number>;
  is_public: Generated<boolean>;
  is_withheld: Generated<boolean>;
  kind: 'image' | 'video';
  status: Generated<'ready' | 'processing'>;
  width: number;
  height: number;
  alt: Generated<string>;
  placeholder: Generated<string>;
  /** Written as JSON text. */
  files: ColumnType<StoredFile[], string, string>;
  is_animated: Generated<boolean | null>;
  digest: Generated<Buffer | null>;
  draft_id: Generated<string | null>;
  released_at: Generated<Date | null>;
  created_at: CreatedAt;
}

interface RefusedFiles {
  digest: Buffer;
  case_id: string;
  created_at: CreatedAt;
}

interface MediaUsageTable {
  user_id: string;
  /** Bytes of every file kept. */
  stored_bytes: Generated<number>;
  /** Uploads that nothing uses yet. */
  unattached: Generated<number>;
  /** The day, in UTC, that `day_bytes` is about. */
  day: Generated<string>;
  day_bytes: Generated<number>;
}
