// Writes the query plans of the most frequent statements to .plans. Needs the large network of `npm run seed -- --scale`.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../../server/src/config/config.ts';
import { findDatabase } from '../seed/find-database.ts';
import { hotQueries, type Ctx, type Subject } from './hot-queries.ts';
import { ExplainingDatabase, scansOf, type Plan } from './plans.ts';

const folder = join(import.meta.dirname, '../../.plans');
const found = await findDatabase(readConfig(process.env));
const explaining = new ExplainingDatabase(found.url);
try {
  const subject = await findSubject();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, ask] of Object.entries(hotQueries)) {
    const plans = await explaining.plansOf(() => ask({ db: explaining.db } as Ctx, subject));
    await writeFile(join(folder, `${name}.txt`), plans.map(pageOf).join('\n\n'));
    const scans = plans.flatMap(scansOf);
    console.log(`${name.padEnd(22)} ${scans.length === 0 ? 'by indexes' : scans.join('; ')}`);
    if (scans.length > 0) process.exitCode = 1;
  }
} finally {
  await explaining.db.destroy();
  await found.close();
}

/** Finds the people with the most follows, posts and conversations, and the newest posts. */
async function findSubject(): Promise<Subject> {
  const { rows } = await sql<Subject>`
    with longest as (
      select user_id, other_id, conversation_id from conversation_members
      where user_id = (select user_id from conversation_members group by user_id order by count(*) desc limit 1)
      order by last_seq desc nulls last limit 1
    )
    select
      (select user_id from user_stats order by following_count desc limit 1) as "viewerId",
      (select user_id from user_stats order by public_posts_count desc limit 1) as "authorId",
      array(select post_id from post_search order by number desc limit 10) as "postIds",
      array(select author_id from post_search order by number desc limit 10) as "userIds",
      (select post_id from post_stats order by comment_count desc limit 1) as "threadId",
      (select post_id from thread_posts order by post_id desc limit 1) as "commentId",
      (select root_id from thread_posts order by post_id desc limit 1) as "commentRootId",
      (select user_id from longest) as "participantId",
      (select other_id from longest) as "partnerId",
      (select conversation_id from longest) as "conversationId",
      array(select messages.id from messages join longest using (conversation_id)
        where deleted_at is null order by seq desc limit 50) as "messageIds",
      (select tag from post_hashtags group by tag order by count(*) desc limit 1) as tag`.execute(
    explaining.db,
  );
  const [subject] = rows;
  if (!subject?.tag || !subject.participantId)
    throw new Error('The network is empty. Run `npm run seed -- --scale` first.');
  return subject;
}

function pageOf({ statement, lines }: Plan): string {
  const query = statement.replace(/^\s*\n|\s+$/g, '');
  const plan = lines.join('\n').replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '…');
  return `${query}\n\n${plan}\n`;
}
