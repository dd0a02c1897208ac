import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeys;
}

interface IdempotencyKeys {
  user_id: string;
  key: string;
  request_hash: Buffer;
  response: Generated<unknown>;
  created_at: CreatedAt;
}
