import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_SEARCH_LENGTH } from './search.ts';
import { nameText, text } from './text/text.ts';
import { foldTag } from './text/words.ts';
import { userCard } from './users.ts';
import { done, id, notShown, pagination, paging, success } from './wire.ts';

export const MAX_LISTS = 20;
export const MAX_LIST_NAME_LENGTH = 50;
/** A feed of more authors would need a stored timeline (decision 87). */
export const MAX_LIST_MEMBERS = 200;
export const MAX_KEPT_FEEDS = 20;

/** The place among the tabs of the feed, from 1. Absent if the viewer has not ordered it. Those come last, the oldest first. */
const position = z.int().optional();

const list = z.object({
  _id: id,
  name: z.string(),
  position,
  /** Whether the person of `member` is on the list. Absent if the request names nobody. */
  hasMember: z.boolean().optional(),
});
export type PeopleList = z.infer<typeof list>;

const listName = z.object({
  name: nameText(MAX_LIST_NAME_LENGTH).refine((value) => value !== '', 'Enter a name.'),
});
const onList = z.object({ listId: id });
const onMember = z.object({ listId: id, userId: id });

export const listLists = endpoint({
  method: 'GET',
  path: '/api/users/lists',
  summary: 'The viewer’s lists of people, the oldest first',
  auth: 'member',
  limit: 'reads',
  query: z.object({ member: id.optional() }),
  response: success(z.object({ lists: z.array(list).max(MAX_LISTS) })),
});

export const createList = endpoint({
  method: 'POST',
  path: '/api/users/lists',
  summary: 'Make a list of people, which only the viewer sees',
  auth: 'member',
  limit: 'writes',
  body: listName,
  status: 201,
  response: success(list),
});

export const renameList = endpoint({
  method: 'PATCH',
  path: '/api/users/lists/:listId',
  summary: 'Rename a list',
  auth: 'member',
  limit: 'writes',
  params: onList,
  body: listName,
  response: success(list),
});

export const deleteList = endpoint({
  method: 'DELETE',
  path: '/api/users/lists/:listId',
  summary: 'Delete a list',
  auth: 'member',
  limit: 'writes',
  params: onList,
  response: done,
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/users/lists/:listId/members',
  summary: 'The people on a list, the latest first',
  auth: 'member',
  limit: 'reads',
  params: onList,
  query: paging,
  response: success(
    z.object({ users: z.array(userCard), pagination: pagination.extend({ notShown }) }),
  ),
});

export const addMember = endpoint({
  method: 'PUT',
  path: '/api/users/lists/:listId/members/:userId',
  summary: 'Add a person to a list; nobody learns of it, and again changes nothing',
  auth: 'member',
  limit: 'writes',
  params: onMember,
  response: done,
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/users/lists/:listId/members/:userId',
  summary: 'Take a person off a list; again changes nothing',
  auth: 'member',
  limit: 'writes',
  params: onMember,
  response: done,
});

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
    (value) =>
      /^[\p{L}\p{M}\p{N}_]*[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(value) && foldTag(value) !== '',
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
