import { sql, type RawBuilder } from 'kysely';

// A person is hidden while a suspension, a ban, a deletion or an erasure has a row in `hidden_users`. For all others the person
// then does not exist. The rule of blocks contains this one: a hidden person counts as somebody who blocks everybody.

/** An SQL condition: the person with this id is hidden. */
export const isHidden = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from hidden_users where hidden_users.user_id = ${id} and until > now())`;

/** An SQL condition: the person with this id was erased. The empty row in `users` is left. */
export const isErased = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from hidden_users where hidden_users.user_id = ${id} and reason = 'erased')`;

/** A join that adds the column `is_hidden` of the person with this id. */
export const joinHidden = (id: RawBuilder<unknown>) =>
  sql`cross join lateral (select ${isHidden(id)} as is_hidden) as hidden`;

/**
 * The columns of a name in a conversation. Conversations stay when a person is hidden, and all hidden people have the same name.
 * Nobody can register it. The statement needs `users` and `joinHidden`.
 */
export const shownName = {
  username: sql`case when is_hidden then 'unavailable' else users.username end as username`,
  fullName: sql`case when is_hidden then 'Unavailable account' else users.full_name end as full_name`,
  avatar: sql`case when not is_hidden then users.avatar end as avatar`,
};

/** Selects the ids of the hidden people among these. `ids` is an array in SQL. */
export const hiddenAmong = (ids: RawBuilder<unknown>) =>
  sql`select user_id from hidden_users where user_id = any(${ids}::uuid[]) and until > now()`;
