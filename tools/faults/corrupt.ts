import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../../server/src/platform/database/client.ts';
import type { Load } from './load.ts';

/**
 * Breaks the stored result in five ways, so that each count must be above zero. `--prove` shows with it that a run would notice.
 */
export async function corrupt(
  db: Database,
  load: Load,
  removeFiles: (id: string) => Promise<void>,
): Promise<void> {
  const [lost] = load.ledger.of('like');
  const [duplicated] = load.ledger.of('message');
  const [upload] = load.ledger.of('upload');
  if (!lost || !duplicated || !upload) throw new Error('The load was too short to corrupt it.');
  await sql`delete from likes where user_id || ' ' || post_id = ${lost.name}`.execute(db);
  await insertMessage(db, duplicated.name, duplicated.name);
  await insertMessage(db, duplicated.name, `${load.label} that nobody sent`);
  await sql`update user_stats set followers_count = followers_count + 1
    where user_id = (select user_id from user_stats limit 1)`.execute(db);
  await removeFiles(upload.id ?? '');
}

/** Adds a message to the conversation of another one. */
async function insertMessage(db: Database, beside: string, content: string): Promise<void> {
  await sql`
    insert into messages (id, conversation_id, seq, sender_id, content)
    select ${newId()}::uuid, conversation_id,
      (select max(seq) + 1 from messages as last where last.conversation_id = model.conversation_id), sender_id, ${content}
    from messages as model where content = ${beside} limit 1`.execute(db);
}
