import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { insertPeople, insertSessions } from '../../bench/people.ts';
import type { Database } from '../../server/src/platform/database/client.ts';

/** Somebody who writes. The shape suits `Device` of the chat tests. */
export interface Person {
  id: string;
  username: string;
  cookie: string;
}

/** Inserts signed-in people whose names begin with `prefix`. */
export async function signInPeople(db: Database, count: number, prefix: string): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, n) => {
    const token = randomBytes(32).toString('base64url');
    return { id: newId(), token, username: `${prefix}${n + 1}`, cookie: `roost=${token}` };
  });
  await insertPeople(
    db,
    people.map(({ id }) => id),
    prefix,
  );
  await insertSessions(db, people);
  // New tables have no statistics, and PostgreSQL would plan for empty ones.
  await sql`analyze`.execute(db);
  return people;
}
