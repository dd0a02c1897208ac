import type { DBSchema } from 'idb';
import { browserDatabase } from '../browser-database.ts';

/** The only place of this browser with answers of the API. `stored-answers.ts` and `shared-content.ts` use it. */
interface OfflineSchema extends DBSchema {
  answers: { key: string; value: StoredAnswer; indexes: { at: number } };
  shared: { key: string; value: SharedContent };
}

export interface StoredAnswer {
  /** The person's id, a space, and the hash of the query key. */
  id: string;
  json: string;
  /** When the server gave the answer, in ms since 1970. */
  at: number;
}

export interface SharedContent {
  parts: string[];
  files: File[];
  at: number;
}

export const offlineDatabase = browserDatabase<OfflineSchema>('roost-offline', (database) => {
  database.createObjectStore('answers', { keyPath: 'id' }).createIndex('at', 'at');
  database.createObjectStore('shared');
});
