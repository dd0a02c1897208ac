import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/database/client.ts';
import type { Storage } from '../../server/src/platform/storage/storage.ts';
import { StartError } from '../../server/src/config/start-error.ts';
import { writeChats } from './chats.ts';
import { emailOf } from './demo-accounts.ts';
import { everyone } from './everyone.ts';
import { writeNotifications } from './notifications.ts';
import { makeAll, planPictures, type MadePicture } from './pictures.ts';
import { planDemo, type Plan } from './plan.ts';
import { writePremium } from './premium.ts';
import { recountPeople, recountPosts } from './recount.ts';
import {
  hashPasswords,
  writeMembers,
  writePictures,
  writePosts,
  writeReactions,
  writeRelations,
  type Hashes,
} from './write.ts';

/** The key of an advisory lock. Two concurrent runs take turns, and the second finds the demo. */
const SEED_LOCK = 7_201_118;

/**
 * Adds the whole demo to the database in one transaction. Returns false if the demo exists already. Throws a StartError if
 * somebody has one of its usernames. Without a storage the demo has no pictures.
 */
export async function seed(db: Database, now: Date, storage: Storage | null): Promise<boolean> {
  if (await isSeeded(db)) return false;
  const plan = planDemo(now);
  const hashes = hashPasswords(plan);
  const pictures = storage ? await makeAll(planPictures(plan), storage) : [];
  let isNew = false;
  try {
    isNew = await db.inTransaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(${SEED_LOCK}::bigint)`.execute(tx);
      // A distributed database must visit its nodes one by one. Otherwise the transaction could not write reference tables.
      await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx);
      if (await isSeeded(tx)) return false;
      await writeAll(tx, plan, hashes, pictures);
      return true;
    });
    return isNew;
  } finally {
    // Another run was first, so this run deletes its unused files.
    if (!isNew) for (const { id } of pictures) await storage?.delete(id);
  }
}

async function writeAll(
  tx: Database,
  plan: Plan,
  hashes: Hashes,
  pictures: MadePicture[],
): Promise<void> {
  await writeMembers(tx, plan, hashes);
  await writeRelations(tx, plan);
  await writePosts(tx, plan);
  await writeReactions(tx, plan);
  await writeNotifications(tx, plan);
  await writeChats(tx, plan.chats);
  await writePremium(tx, plan.premium);
  await writePictures(tx, pictures);
  await recountPeople(
    tx,
    [...plan.members.values()].map(({ id }) => id),
  );
  await recountPosts(
    tx,
    plan.posts.map(({ id }) => id),
  );
}

async function isSeeded(db: Database): Promise<boolean> {
  const emails = new Map(everyone.map((persona) => [persona.username, emailOf(persona)]));
  const names = [...emails.keys()];
  const { rows } = await sql<{ username: string; email: string }>`
    select lower(username) as username, lower(email) as email
    from users join accounts on accounts.user_id = users.id
    where lower(username) = any(${names}) or lower(email) = any(${[...emails.values()]})`.execute(
    db,
  );
  const stranger = rows.find(({ username, email }) => emails.get(username) !== email);
  if (stranger) {
    throw new StartError(
      `Somebody here is called ${stranger.username} already, so the demo was left out.`,
    );
  }
  return rows.length > 0;
}
