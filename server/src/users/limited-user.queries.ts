import { sql, type RawBuilder } from 'kysely';

// A person is limited while a decision of the moderators has a row in `limited_users`. Lists that nobody chose then leave the person
// out for all who do not follow them. This is part of such list queries, and never of the visibility rule.

/** An SQL condition: the person with this id is limited. */
export const isLimited = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from limited_users where limited_users.user_id = ${id} and until > now())`;

/**
 * An SQL condition: a list may show the person with this id to the viewer. The statement needs a common table expression `followed`
 * with the people whom the viewer follows.
 */
export const isListedFor = (viewerId: string, id: RawBuilder<unknown>) =>
  sql<boolean>`(not ${isLimited(id)} or ${id} = ${viewerId} or ${id} in (select id from followed))`;

/** Selects the ids of the limited people among these. `ids` is an array in SQL. */
export const limitedAmong = (ids: RawBuilder<unknown>) =>
  sql`select user_id from limited_users where user_id = any(${ids}::uuid[]) and until > now()`;
