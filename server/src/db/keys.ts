/** What PostgreSQL takes the length of a list to be that it doesn't know. */
const TAKEN_FOR = 10;

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Ids as a statement is to get them that is asked very often: `key = any(…)`. Of a list shorter than the one its plan for all
 * lists reckons with, PostgreSQL expects less work, and makes a plan of its own each time, which takes several times as long as
 * to run it. So short ones are filled up with what is there already, or with an id that nothing has.
 */
export function keysOf(ids: Iterable<string>): string[] {
  const keys = [...new Set(ids)];
  const filler = keys[0] ?? NOBODY;
  while (keys.length < TAKEN_FOR) keys.push(filler);
  return keys;
}
