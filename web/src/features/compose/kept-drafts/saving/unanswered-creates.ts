import type { DraftInput } from '@roost/contract/drafts';
import { randomKey } from '../../../../lib/random-key.ts';
import { hasFields } from '../../../../lib/storage.ts';
import { ownedMap } from '../owned-map.ts';

/** A new draft whose answer is not here yet. */
interface UnansweredCreate {
  draftKey: string;
  /** Each attempt has this key and this body, also after a reload, so that the server keeps one draft. */
  idempotencyKey: string;
  body: DraftInput;
}

const isValue = (value: unknown): value is UnansweredCreate =>
  hasFields<UnansweredCreate>(value, {
    draftKey: 'string',
    idempotencyKey: 'string',
    body: 'object',
  }) && hasFields<DraftInput>(value.body, { content: 'string', mediaIds: 'object' });

const creates = ownedMap<UnansweredCreate>({
  name: 'creates',
  isValue,
  keyOf: ({ draftKey }) => draftKey,
});

export const unansweredCreate = creates.get;
export const endCreate = creates.delete;
/** The boxes with an unanswered draft. */
export const creatingKeys = (): string[] => creates.values().map(({ draftKey }) => draftKey);

/** The attempt that has to be repeated for a box, or a first one with this body. */
export function beginCreate(draftKey: string, body: DraftInput): UnansweredCreate {
  const known = creates.get(draftKey);
  if (known) return known;
  const create = { draftKey, idempotencyKey: randomKey(), body };
  creates.set(create);
  return create;
}
