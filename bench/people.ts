import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { hashToken } from '../server/src/auth/sessions/session-tokens.ts';
import { openDatabase, type Database } from '../server/src/platform/database/client.ts';
import { findRunning } from '../server/src/platform/database/embedded/embedded-running.ts';
import { insertNamesAndEmails } from '../server/src/users/username.queries.ts';
import type { Member, Pair } from './member.ts';
import type { Subject } from './subject.ts';

/** Extra accounts that do nothing. With small tables PostgreSQL would choose other plans than in a real network. */
const IDLE_ACCOUNTS = 10_000;
/** The number of earlier messages in each conversation. */
const EARLIER_MESSAGES = 200;

/** Inserts `count` signed-in people by SQL, because the API would hash a password for each. */
export async function makePeople(subject: Subject, count: number): Promise<Member[]> {
  const people = Array.from({ length: count }, () => {
    const token = randomBytes(32).toString('base64url');
    return { id: newId(), token, cookie: `roost=${token}` };
  });
  await withDatabase(subject, async (db) => {
    const idle = Array.from({ length: IDLE_ACCOUNTS }, () => newId());
    const ids = [...people.map(({ id }) => id), ...idle];
    await insertPeople(db, ids, 'bench_');
    await insertSessions(db, people);
    await sql`
      insert into conversations (id, low_id, high_id, last_seq)
      select uuidv7(), one.id, other.id, 2
      from (select id, row_number() over (order by id) as n from users) as one
      join (select id, row_number() over (order by id) as n from users) as other on other.n in (one.n + 7, one.n + 9)`.execute(
      db,
    );
    // Earlier entries of each event log.
    await sql`
      insert into event_log_entries (user_id, seq, name, item)
      select users.id, seq, 'notificationsChanged', '{}' from users, generate_series(1, 20) as seq`.execute(
      db,
    );
    await sql`insert into event_log_heads (user_id, last_seq) select id, 20 from users`.execute(db);
    // A running network has been vacuumed and analysed by autovacuum.
    await sql`vacuum (analyze)`.execute(db);
  });
  return people.map(({ id, cookie }) => ({ id, cookie }));
}

/** Makes pairs of neighbours in this order, each with a conversation of 200 messages. */
export async function makePairs(subject: Subject, people: Member[]): Promise<Pair[]> {
  const pairs = people.flatMap((one, n): Pair[] => {
    const other = people[n + 1];
    return n % 2 === 0 && other ? [{ one, other, conversationId: newId() }] : [];
  });
  await withDatabase(subject, async (db) => {
    const ids = pairs.map(({ conversationId }) => conversationId);
    await sql`
      insert into conversations (id, low_id, high_id, last_seq)
      select id, least(one, other), greatest(one, other), ${EARLIER_MESSAGES}::int
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

/** Inserts people with accounts, named by this prefix and their number. */
export async function insertPeople(db: Database, ids: string[], prefix: string): Promise<void> {
  await sql`
    with made as (select * from unnest(${ids}::uuid[]) with ordinality as made (id, n)),
    users_made as (
      insert into users (id, username, full_name)
      select id, ${prefix}::text || n, ${prefix}::text || n from made)
    insert into accounts (user_id, email, password_hash)
    select id, ${prefix}::text || n || '@example.org', 'none' from made`.execute(db);
  await sql`insert into user_stats (user_id) select unnest(${ids}::uuid[])`.execute(db);
  await insertNamesAndEmails({ db }, ids);
}

export async function insertSessions(
  db: Database,
  people: { id: string; token: string }[],
): Promise<void> {
  const hashes = people.map(({ token }) => hashToken(token).toString('hex'));
  await sql`
    insert into sessions (id, token_hash, user_id, device, address, expires_at)
    select id, decode(hash, 'hex'), user_id, 'bench', '::1', now() + interval '1 day'
    from unnest(${people.map(() => newId())}::uuid[], ${hashes}::text[], ${people.map(({ id }) => id)}::uuid[])
      as made (id, hash, user_id)`.execute(db);
}

/** People for the floor server, which checks no session. */
export function inventPeople(count: number): Member[] {
  return Array.from({ length: count }, () => ({ id: newId(), cookie: 'none=none' }));
}

async function withDatabase(
  { folder }: Subject,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const url = folder && findRunning(folder);
  if (!url) throw new Error('The server has no running database.');
  const db = openDatabase({ url, preparedStatements: false, size: 1, onError: () => {} });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
