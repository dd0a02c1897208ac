import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { hashToken } from '../server/src/auth/sessions.ts';
import { openDatabase, type Database } from '../server/src/db/client.ts';
import { findRunning } from '../server/src/db/embedded-running.ts';
import { enterNames } from '../server/src/users/name.queries.ts';
import type { Subject } from './subject.ts';

/** Somebody who is signed in. */
export interface Member {
  id: string;
  cookie: string;
}

/** Two people, and their conversation. */
export interface Pair {
  one: Member;
  other: Member;
  conversationId: string;
}

/** Others who are there and do nothing; without them and a past the database has no notion of what is a lot. */
const BYSTANDERS = 10_000;
/** Messages two people have written before. */
const HISTORY = 200;

/** So many signed-in people, made past the API: its passwords take long to hash. */
export async function makePeople(subject: Subject, count: number): Promise<Member[]> {
  const people = Array.from({ length: count }, () => {
    const token = randomBytes(32).toString('base64url');
    return { id: newId(), token, cookie: `roost=${token}` };
  });
  await withDatabase(subject, async (db) => {
    const idle = Array.from({ length: BYSTANDERS }, () => newId());
    const ids = [...people.map(({ id }) => id), ...idle];
    await sql`
      with made as (select * from unnest(${ids}::uuid[]) with ordinality as made (id, n)),
      users_made as (
        insert into users (id, username, full_name) select id, 'bench_' || n, 'Bench ' || n from made)
      insert into accounts (user_id, email, password_hash)
      select id, 'bench_' || n || '@example.org', 'none' from made`.execute(db);
    await sql`insert into user_stats (user_id) select unnest(${ids}::uuid[])`.execute(db);
    await enterNames({ db }, ids);
    await sql`
      insert into sessions (id, token_hash, user_id, device, address, expires_at)
      select id, decode(hash, 'hex'), user_id, 'bench', '::1', now() + interval '1 day'
      from unnest(${people.map(() => newId())}::uuid[], ${people.map(({ token }) => hashToken(token).toString('hex'))}::text[],
        ${people.map(({ id }) => id)}::uuid[]) as made (id, hash, user_id)`.execute(db);
    await sql`
      insert into conversations (id, low_id, high_id, last_seq)
      select uuidv7(), one.id, other.id, 2
      from (select id, row_number() over (order by id) as n from users) as one
      join (select id, row_number() over (order by id) as n from users) as other on other.n in (one.n + 7, one.n + 9)`.execute(
      db,
    );
    // What happened to them before.
    await sql`
      insert into stream_events (user_id, seq, name, item)
      select users.id, seq, 'notificationsChanged', '{}' from users, generate_series(1, 20) as seq`.execute(
      db,
    );
    await sql`insert into stream_heads (user_id, last_seq) select id, 20 from users`.execute(db);
    // As a network that has run for a while has it, by itself.
    await sql`vacuum (analyze)`.execute(db);
  });
  return people.map(({ id, cookie }) => ({ id, cookie }));
}

/** Each two of them, in this order, with a conversation of some length. */
export async function makePairs(subject: Subject, people: Member[]): Promise<Pair[]> {
  const pairs = people.flatMap((one, n): Pair[] => {
    const other = people[n + 1];
    return n % 2 === 0 && other ? [{ one, other, conversationId: newId() }] : [];
  });
  await withDatabase(subject, async (db) => {
    const ids = pairs.map(({ conversationId }) => conversationId);
    await sql`
      insert into conversations (id, low_id, high_id, last_seq)
      select id, least(one, other), greatest(one, other), ${HISTORY}::int
      from unnest(${ids}::uuid[], ${pairs.map(({ one }) => one.id)}::uuid[], ${pairs.map(({ other }) => other.id)}::uuid[])
        as pair (id, one, other)`.execute(db);

    await sql`
      insert into messages (id, conversation_id, seq, sender_id, content, client_id)
      select uuidv7(), id, seq, case seq % 2 when 0 then low_id else high_id end, 'said before', 'before ' || seq || id
      from conversations, generate_series(1, last_seq) as seq`.execute(db);
    await sql`
      insert into conversation_members (user_id, conversation_id, other_id, read_seq, delivered_seq, seen_seq,
        has_written, last_seq, last_at)
      select user_id, id, other_id, last_seq, last_seq, last_seq, true, last_seq, now()
      from conversations
      cross join lateral (values (low_id, high_id), (high_id, low_id)) as member (user_id, other_id)`.execute(
      db,
    );
    await sql`vacuum (analyze)`.execute(db);
  });
  return pairs;
}

/** People and pairs for a server that knows nobody. */
export function inventPeople(count: number): Member[] {
  return Array.from({ length: count }, () => ({ id: newId(), cookie: 'none=none' }));
}

async function withDatabase(
  { folder }: Subject,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const url = folder && findRunning(folder);
  if (!url) throw new Error('There is no database to make people in.');
  const db = openDatabase({ url, preparedStatements: false, size: 1, onError: () => {} });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
