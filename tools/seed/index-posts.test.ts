import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startAppForFile } from '../../server/test/support/app.ts';
import { crowdOf, type Member } from '../../server/test/support/cast.ts';
import { indexPosts } from './index-posts.ts';

const app = await startAppForFile();
const { db } = app.ctx;

/** The whole search index, without the running numbers. */
async function readIndex() {
  const words = await sql`
    select post_id, author_id, visibility, created_at, words::text from post_search order by post_id`.execute(
    db,
  );
  const tags = await sql`select * from post_hashtags order by post_id, tag`.execute(db);
  return { words: words.rows, tags: tags.rows };
}

test('the seed writes the same search index as the server', async () => {
  const [author] = (await crowdOf(app, 1, 'indexed')) as [Member];
  await author.post('Cafés in the old town #Café #walks');
  await author.post('No tag, for followers', 'followers');
  const byServer = await readIndex();
  expect(byServer.words).toHaveLength(2);
  expect(byServer.tags).toHaveLength(2);
  await sql`delete from post_search`.execute(db);
  await sql`delete from post_hashtags`.execute(db);
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'author_id', 'content', 'hashtags'])
    .execute();
  await indexPosts(db, posts);
  expect(await readIndex()).toEqual(byServer);
});
