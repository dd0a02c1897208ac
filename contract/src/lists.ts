import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nameText } from './text/text.ts';
import { userCard } from './users.ts';
import { done, id, notShown, pagination, paging, success } from './wire.ts';

export const MAX_LISTS = 20;
export const MAX_LIST_NAME_LENGTH = 50;
/** A feed of more authors would need a stored timeline (decision 87). */
export const MAX_LIST_MEMBERS = 200;

/** The place among the tabs of the feed, from 1. Absent if the viewer has not ordered it. Those come last, the oldest first. */
export const position = z.int().optional();

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
