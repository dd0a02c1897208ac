import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_LISTS, position } from './lists.ts';
import { MAX_SEARCH_LENGTH } from './search.ts';
import { text } from './text/text.ts';
import { hashtagOf } from './text/hashtag.ts';
import { foldTag } from './text/words.ts';
import { done, id, success } from './wire.ts';

export const MAX_KEPT_FEEDS = 20;

const keptFeed = z.object({
  _id: id,
  /** As typed, without `#`. Either `hashtag` or `query` is null. */
  hashtag: z.string().nullable(),
  query: z.string().nullable(),
  position,
});
export type KeptFeed = z.infer<typeof keptFeed>;

const tag = text(MAX_SEARCH_LENGTH)
  .overwrite((value) => value.replace(/^[#＃]/u, ''))
  .refine(
    (value) => hashtagOf(`#${value}`) !== undefined && foldTag(value) !== '',
    'This is not a hashtag.',
  );

const chosenFeed = z
  .object({
    hashtag: tag.optional(),
    query: text(MAX_SEARCH_LENGTH)
      .refine((value) => value !== '', 'Enter a search.')
      .optional(),
  })
  .refine(
    ({ hashtag, query }) => (hashtag === undefined) !== (query === undefined),
    'Send either a hashtag or a search.',
  );

export const listKeptFeeds = endpoint({
  method: 'GET',
  path: '/api/users/kept-feeds',
  summary: 'The hashtags and searches that the viewer keeps as feeds, the oldest first',
  auth: 'member',
  limit: 'reads',
  response: success(z.object({ feeds: z.array(keptFeed).max(MAX_KEPT_FEEDS) })),
});

export const keepFeed = endpoint({
  method: 'POST',
  path: '/api/users/kept-feeds',
  summary: 'Keep a hashtag or a search as a feed; again answers with the same feed',
  auth: 'member',
  limit: 'writes',
  body: chosenFeed,
  status: 201,
  response: success(keptFeed),
});

export const changeKeptFeed = endpoint({
  method: 'PUT',
  path: '/api/users/kept-feeds/:feedId',
  summary: 'Replace the hashtag or the search of a kept feed',
  auth: 'member',
  limit: 'writes',
  params: z.object({ feedId: id }),
  body: chosenFeed,
  response: success(keptFeed),
});

export const dropFeed = endpoint({
  method: 'DELETE',
  path: '/api/users/kept-feeds/:feedId',
  summary: 'Keep a hashtag or a search no longer',
  auth: 'member',
  limit: 'writes',
  params: z.object({ feedId: id }),
  response: done,
});

export const orderFeeds = endpoint({
  method: 'PUT',
  path: '/api/users/feed-order',
  summary: 'Order the tabs of the viewer’s lists and kept feeds',
  auth: 'member',
  limit: 'writes',
  /** The ids of lists and kept feeds. Those that are absent come last. */
  body: z.object({ ids: z.array(id).max(MAX_LISTS + MAX_KEPT_FEEDS) }),
  response: done,
});
