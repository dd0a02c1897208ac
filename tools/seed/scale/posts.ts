import { sql } from 'kysely';
import type { Database } from '../../../server/src/platform/database/client.ts';
import { findEntities } from '../../../server/src/posts/entities/find-entities.ts';
import { idAt } from '../calendar.ts';
import type { Chance } from '../chance.ts';
import { indexPosts } from '../index-posts.ts';
import { placePosts } from '../place-posts.ts';
import { inBatches } from './batches.ts';
import { Chatter } from './chatter.ts';
import { rankIn, type Stranger } from './crowd.ts';
import type { Plan } from './size.ts';

const DAY = 86_400_000;

/** Inserts posts in the order of their times, so that the search index numbers them correctly. Returns their ids. */
export async function writePosts(
  db: Database,
  crowd: Stranger[],
  { size, now, chance }: Plan,
): Promise<string[]> {
  const chatter = new Chatter(chance);
  // Recent times are more frequent, as in a growing network.
  const times = Array.from(
    { length: size.posts },
    () => now - chance.next() ** 1.5 * 365 * DAY,
  ).sort((a, b) => a - b);
  const ids: string[] = [];
  await inBatches(times, async (some) => {
    const posts = some.map((at) => {
      const content = chatter.say();
      const { hashtags } = findEntities(content);
      const author_id = crowd[rankIn(crowd.length, chance)]?.id ?? '';
      const visibility = chance.isTrue(0.12) ? 'followers' : 'public';
      return { id: idAt(new Date(at)), at: new Date(at), author_id, content, hashtags, visibility };
    });
    await sql`
      insert into posts (id, author_id, content, visibility, audience_id, hidden_if_blocked_ids, hashtags, created_at, edit_valid_till, edit_chances_left)
      select id, author_id, content, visibility, author_id, array[author_id], case when tags = '' then '{}' else string_to_array(tags, ' ') end, at, at, 0
      from (select id, author_id, content, visibility, coalesce(tags, '') as tags, at
        from unnest(${posts.map(({ id }) => id)}::uuid[], ${posts.map((post) => post.author_id)}::uuid[],
          ${posts.map(({ content }) => content)}::text[], ${posts.map(({ visibility }) => visibility)}::text[],
          ${posts.map(({ hashtags }) => hashtags.join(' '))}::text[], ${posts.map(({ at }) => at)}::timestamptz[])
          as made (id, author_id, content, visibility, tags, at)) as made`.execute(db);
    await sql`insert into post_stats (post_id) select unnest(${posts.map(({ id }) => id)}::uuid[])`.execute(
      db,
    );
    await indexPosts(db, posts);
    await placePosts(
      db,
      posts.map(({ id }) => id),
    );
    ids.push(...posts.map(({ id }) => id));
  });
  return ids;
}

/** Inserts comments, most of them under a few posts. One in four answers another comment. Returns their ids. */
export async function writeComments(
  db: Database,
  crowd: Stranger[],
  posts: string[],
  { size, now, chance }: Plan,
): Promise<string[]> {
  const chatter = new Chatter(chance);
  const make = (parents: string[]) => ({
    id: idAt(new Date(now - chance.next() * DAY)),
    author: crowd[rankIn(crowd.length, chance)]?.id,
    parent: parents.at(-1 - rankIn(parents.length, chance)),
    content: chatter.say(),
  });
  const direct = Array.from({ length: Math.ceil(size.comments * 0.75) }, () => make(posts));
  const directIds = direct.map(({ id }) => id);
  const replies = Array.from({ length: size.comments - direct.length }, () => make(directIds));
  const write = async (some: typeof direct) => {
    const ids = some.map(({ id }) => id);
    await sql`
      insert into posts (id, author_id, content, visibility, audience_id, hidden_if_blocked_ids, parent_id, root_id, created_at, edit_valid_till, edit_chances_left)
      select made.id, author, made.content, parents.visibility, parents.audience_id,
        array(select distinct unnest(array[author, parents.author_id, parents.audience_id])),
        parents.id, coalesce(parents.root_id, parents.id), now(), now(), 0
      from unnest(${ids}::uuid[], ${some.map(({ author }) => author)}::uuid[], ${some.map(({ parent }) => parent)}::uuid[],
        ${some.map(({ content }) => content)}::text[]) as made (id, author, parent, content)
      join posts as parents on parents.id = parent`.execute(db);
    await sql`insert into post_stats (post_id) select unnest(${ids}::uuid[])`.execute(db);
    await placePosts(db, ids);
  };
  // A reply comes after its comment.
  await inBatches(direct, write);
  await inBatches(replies, write);
  return [...directIds, ...replies.map(({ id }) => id)];
}

/** People repost one of this many latest posts. */
const RECENT_POSTS = 2_000;
/** Viral posts, which people repost at any age. */
const VIRAL_POSTS = 100;

/** Inserts reposts of public posts, mostly soon after the post. A share of them goes to viral posts. */
export async function writeReposts(
  db: Database,
  crowd: Stranger[],
  posts: string[],
  { size, now, chance }: Plan,
): Promise<void> {
  const viral = Array.from({ length: VIRAL_POSTS }, () => chance.pick(posts));
  const reposts = Array.from({ length: size.reposts }, () => {
    const index = Math.floor(chance.next() * posts.length);
    const back = rankIn(Math.min(index + 1, RECENT_POSTS), chance);
    const original = chance.isTrue(0.2)
      ? (viral[rankIn(VIRAL_POSTS, chance)] ?? '')
      : (posts[index - back] ?? '');
    const since = Math.max(timeOf(original), timeOf(posts[index] ?? ''));
    const at = new Date(Math.min(now, since + chance.waiting(DAY)));
    return { id: idAt(at), at, original, by: crowd[rankIn(crowd.length, chance)]?.id };
  });
  const made = (some: typeof reposts) => sql`
    unnest(${some.map(({ id }) => id)}::uuid[], ${some.map(({ by }) => by)}::uuid[],
      ${some.map(({ original }) => original)}::uuid[], ${some.map(({ at }) => at)}::timestamptz[])
      as made (id, by, original, at)
    join posts as originals on originals.id = original and originals.visibility = 'public'`;
  await inBatches(reposts, async (some) =>
    sql`with placed as (
        insert into author_posts (author_id, post_id, kind, repost_of_id, visibility)
        select by, made.id, 'repost', originals.id, 'public' from ${made(some)}
        on conflict do nothing returning post_id
      )
      insert into posts (id, author_id, visibility, audience_id, hidden_if_blocked_ids, repost_of_id, created_at, edit_valid_till, edit_chances_left)
      select made.id, by, 'public', originals.audience_id,
        array(select distinct unnest(array[by, originals.author_id])), originals.id, at, at, 0
      from ${made(some)} join placed on placed.post_id = made.id`.execute(db),
  );
}

/** The time of an id in milliseconds: its first 48 bits. */
function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

export async function writeLikes(
  db: Database,
  crowd: Stranger[],
  posts: string[],
  count: number,
  chance: Chance,
): Promise<void> {
  const likes = Array.from({ length: count }, () => ({
    by: crowd[Math.floor(chance.next() * crowd.length)]?.id,
    post: posts.at(-1 - rankIn(posts.length, chance)),
    // Most likes come soon after the post.
    after: chance.next() ** 3,
  }));
  await inBatches(likes, async (some) =>
    sql`insert into likes (user_id, post_id, created_at)
      select made.by, made.post, posts.created_at + made.after * (now() - posts.created_at)
      from unnest(${some.map(({ by }) => by)}::uuid[], ${some.map(({ post }) => post)}::uuid[],
        ${some.map(({ after }) => after)}::float8[]) as made (by, post, after)
      join posts on posts.id = made.post
      on conflict do nothing`.execute(db),
  );
}
