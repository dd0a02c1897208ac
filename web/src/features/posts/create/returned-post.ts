import { DRAFT_PREFIX } from '../../../lib/logout.ts';
import { hasFields, storedJson, take } from '../../../lib/storage.ts';
import { isTooOld } from '../../compose/outbox/outbox-rules.ts';
import { draftKeyOf, type QueuedPost } from './queued-post.ts';

/**
 * The post that its author took back into the box. The server may have it, because an attempt without an answer may have
 * arrived. If the author posts the same again, it goes under the same id, so the server stores it once.
 */
interface ReturnedPost {
  clientId: string;
  /** When this id was first used. */
  createdAt: string;
  /** The fields that the server compares, as one text. */
  sent: string;
}

const types = { clientId: 'string', createdAt: 'string', sent: 'string' } as const;
const storageOf = (draftKey: string) =>
  storedJson('sessionStorage', `${DRAFT_PREFIX}returned:${draftKey}`, (value) =>
    hasFields<ReturnedPost>(value, types) ? value : undefined,
  );

export interface Sent {
  content: string;
  visibility: string;
  mediaIds: readonly string[];
}
const joined = ({ content, visibility, mediaIds }: Sent): string =>
  JSON.stringify([content, visibility, mediaIds]);

export function rememberReturned(item: QueuedPost): void {
  const { clientId, content, visibility, media, firstSentAt, createdAt } = item;
  const sent = joined({ content, visibility, mediaIds: media.map(({ _id }) => _id) });
  storageOf(draftKeyOf(item)).write({ clientId, createdAt: firstSentAt ?? createdAt, sent });
}

/** The undone post of this draft, if the draft is still the same and the server still knows the id. */
export function takeReturned(draftKey: string, draft: Sent): ReturnedPost | undefined {
  const returned = take(storageOf(draftKey));
  return returned && returned.sent === joined(draft) && !isTooOld(returned) ? returned : undefined;
}
