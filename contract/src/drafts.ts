import { z } from 'zod';
import { endpoint, type Answer } from './endpoint.ts';
import { MAX_DRAFTS, tiers } from './limits.ts';
import { media } from './media.ts';
import { visibility } from './posts.ts';
import { text } from './text/text.ts';
import { done, id, repeated, success, time } from './wire.ts';

/** A post, a reply (`parentPost`) or a message (`conversationId`) that its author has not sent yet. Nobody else sees it. */
export const draft = z.object({
  _id: id,
  content: z.string(),
  /** The uploads that the draft names and that are still there, in order. */
  mediaIds: z.array(id),
  media: z.array(media),
  parentPost: id.nullable(),
  conversationId: id.nullable(),
  visibility,
  createdAt: time,
  /** The version. A change that names an older one is refused. */
  updatedAt: time,
});
export type Draft = z.infer<typeof draft>;

/** A draft is saved as a whole, so an absent key empties its value. */
const draftBody = z.object({
  content: text(tiers.premium.postLength).default(''),
  mediaIds: repeated(id, tiers.premium.files),
  parentPost: id.nullable().default(null),
  conversationId: id.nullable().default(null),
  visibility: visibility.default('public'),
});
export type DraftInput = z.output<typeof draftBody>;
// Enough for the longest text with every character escaped.
const bodyBytes = 262_144;
const onDraft = z.object({ draftId: id });

export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/posts/drafts',
  summary: `The viewer’s drafts, the last changed first: at most ${MAX_DRAFTS}`,
  auth: 'member',
  limit: 'reads',
  response: success(z.object({ drafts: z.array(draft) })),
});
export type Drafts = Answer<typeof listDrafts>['data'];

export const createDraft = endpoint({
  method: 'POST',
  path: '/api/posts/drafts',
  summary: 'Keep a draft; the uploads that it names belong to it, and stay for as long as it',
  auth: 'member',
  limit: 'writes',
  body: draftBody,
  bodyBytes,
  status: 201,
  response: success(draft),
});

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/posts/drafts/:draftId',
  summary: 'Replace an own draft; with updatedAt, only if it is still this version',
  auth: 'member',
  limit: 'writes',
  params: onDraft,
  body: draftBody.extend({ updatedAt: time.max(40).optional() }),
  bodyBytes,
  response: success(draft),
});

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/api/posts/drafts/:draftId',
  summary: 'Delete an own draft; its uploads go a day later unless something else uses them',
  auth: 'member',
  limit: 'writes',
  params: onDraft,
  response: done,
});
