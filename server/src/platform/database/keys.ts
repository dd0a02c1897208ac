/** PostgreSQL assumes this length for a list whose length it does not know. */
const ASSUMED_LIST_LENGTH = 10;

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Ids for `key = any(…)` in a frequent statement. PostgreSQL expects less work for a list that is shorter than the generic
 * plan assumes. It then plans the statement each time, which takes several times as long as running it. So this function
 * pads short lists with an id of the list, or with an id that no row has.
 */
export function keysOf(ids: Iterable<string>): string[] {
  const keys = [...new Set(ids)];
  const filler = keys[0] ?? NOBODY;
  while (keys.length < ASSUMED_LIST_LENGTH) keys.push(filler);
  return keys;
}
