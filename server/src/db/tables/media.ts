import type { ColumnType, Generated } from 'kysely';
import type { StoredFile } from '../../media/storage/storage.ts';
import type { CreatedAt } from './created-at.ts';

export interface MediaTables {
  media: MediaTable;
}

interface MediaTable {
  id: string;
  owner_id: string;
  used_for: Generated<'nothing' | 'post' | 'profile' | 'message'>;
  post_id: Generated<string | null>;
  message_id: Generated<string | null>;
  position: Generated<number>;
  is_public: Generated<boolean>;
  kind: 'image' | 'video';
  status: Generated<'ready' | 'processing'>;
  width: number;
  height: number;
  alt: Generated<string>;
  placeholder: Generated<string>;
  /** Written as JSON text. */
  files: ColumnType<StoredFile[], string, string>;
  created_at: CreatedAt;
}
