import { sql, type RawBuilder } from 'kysely';

// A person is hidden while a suspension, a ban, a deletion or an erasure has a row in `hidden_users`. For all others the person
// then does not exist. The rule of blocks contains this one: a hidden person counts as somebody who blocks everybody.

/** An SQL condition: the person with this id is hidden. */
export const isHidden = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from hidden_users where hidden_users.user_id = ${id} and until > now())`;

/** An SQL condition: the person with this id was erased. The empty row in `users` is left. */
export const isErased = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from hidden_users where hidden_users.user_id = ${id} and reason = 'erased')`;

/** A join that finds which people of `users` are hidden. `ids` has all people whom the statement may find. */
export const joinHidden = (ids: readonly string[]) =>
  // Citus refuses a lateral join here.
  sql`left join (select distinct user_id from hidden_users where user_id = any(${ids}::uuid[]) and until > now()) as hidden
    on hidden.user_id = users.id`;

/** An SQL condition on the row of `joinHidden`. */
export const isJoinedHidden = sql<boolean>`hidden.user_id is not null`;

/**
 * The columns of a name in a conversation. Conversations stay when a person is hidden, and all hidden people have the same name.
 * Nobody can register it. The statement needs `users` and `joinHidden`.
 */
export const shownName = {
  username: sql`case when ${isJoinedHidden} then 'unavailable' else users.username end as username`,
  fullName: sql`case when ${isJoinedHidden} then 'Unavailable account' else users.full_name end as full_name`,
  avatar: sql`case when not ${isJoinedHidden} then users.avatar end as avatar`,
};

/** Selects the ids of the hidden people among these. `ids` is an array in SQL. */
export const hiddenAmong = (ids: RawBuilder<unknown>) =>
  sql`select user_id from hidden_users where user_id = any(${ids}::uuid[]) and until > now()`;
