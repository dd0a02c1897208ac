import {
  createDraft,
  saveDraft,
  type Draft as KeptDraft,
  type DraftInput,
} from '@roost/contract/drafts';
import { call } from '../../../../lib/api/api.ts';
import { isRetryable, isSignedOut } from '../../../../lib/api/api-error.ts';
import { callWhileLeaving } from '../../../../lib/api/call-while-leaving.ts';
import { sessionNumber } from '../../../../lib/logout.ts';
import type { DraftLink } from '../draft-links.ts';
import { beginCreate, endCreate } from './unanswered-creates.ts';

/** Browsers refuse a request that outlives its page if it is larger than 64 KB. A character may take 3 bytes. */
const MAX_LEAVING_LENGTH = 20_000;

/** The browser also sends the requests of a hidden page after the page is gone. */
export const callerFor = (content = ''): typeof call =>
  typeof document !== 'undefined' && document.hidden && content.length < MAX_LEAVING_LENGTH
    ? callWhileLeaving
    : call;

/** Saves a new version of a draft, unless another device saved one. */
export async function replace(body: DraftInput, link: DraftLink): Promise<KeptDraft> {
  const { draftId, updatedAt } = link;
  const input = { params: { draftId }, body: { ...body, updatedAt } };
  return (await callerFor(body.content)(saveDraft, input, { quiet: true })).data;
}

/**
 * Creates the draft of a box. If the answer to an earlier attempt was lost, repeats that one. Returns the draft with what
 * was sent.
 */
export async function create(
  draftKey: string,
  input: DraftInput,
): Promise<{ kept: KeptDraft; sent: DraftInput }> {
  const session = sessionNumber();
  const { body, idempotencyKey } = beginCreate(draftKey, input);
  try {
    const request = { body, idempotencyKey };
    const { data } = await callerFor(body.content)(createDraft, request, { quiet: true });
    if (session === sessionNumber()) endCreate(draftKey);
    return { kept: data, sent: body };
  } catch (error) {
    // After a refusal, nothing has to be repeated.
    const isRefused = !isRetryable(error) && !isSignedOut(error);
    if (isRefused && session === sessionNumber()) endCreate(draftKey);
    throw error;
  }
}
