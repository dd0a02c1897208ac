import { sql } from 'kysely';
import type { Database } from '../../server/src/db/client.ts';
import { insertIntoIndex } from '../../server/src/indexing/index.queries.ts';
import { hashPassword } from '../../server/src/auth/passwords.ts';
import { enterNames } from '../../server/src/users/name.queries.ts';
import { DEMO_PASSWORD, emailOf } from './demo-accounts.ts';
import type { MadePicture } from './pictures.ts';
import { placePosts } from './place-posts.ts';
import type { Plan } from './plan.ts';
import type { Reaction } from './reactions.ts';
import { rowOfPost, rowOfRepost } from './rows.ts';

export type Hashes = Map<string, string>;

/** One for each person, as if everyone had chosen theirs. Slow on purpose, so not to be done in a transaction. */
export async function hashPasswords({ members }: Plan): Promise<Hashes> {
  const hashes: Hashes = new Map();
  for (const username of members.keys()) hashes.set(username, await hashPassword(DEMO_PASSWORD));
  return hashes;
}

export async function writeMembers(db: Database, { members }: Plan, hashes: Hashes): Promise<void> {
  const all = [...members.values()];
  await db
    .insertInto('users')
    .values(
      all.map(({ id, persona, createdAt }) => ({
        id,
        username: persona.username,
        full_name: persona.fullName,
        bio: persona.bio,
        created_at: createdAt,
      })),
    )
    .execute();
  await db
    .insertInto('accounts')
    .values(
      all.map(({ id, persona }) => ({
        user_id: id,
        email: emailOf(persona),
        password_hash: hashes.get(persona.username) ?? '',
      })),
    )
    .execute();
  await db
    .insertInto('user_stats')
    .values(all.map(({ id }) => ({ user_id: id })))
    .execute();
  await enterNames(
    { db },
    all.map(({ id }) => id),
  );
}

export async function writeTies(db: Database, { ties, blocks }: Plan): Promise<void> {
  const follows = [...ties.follows].flatMap(([follower, followed]) =>
    [...followed].map(([followee, since]) => ({
      follower_id: follower.id,
      followee_id: followee.id,
      created_at: since,
    })),
  );
  await db.insertInto('follows').values(follows).execute();
  const rows = blocks.map(([blocker, blocked]) => ({
    blocker_id: blocker.id,
    blocked_id: blocked.id,
  }));
  await db.insertInto('blocks').values(rows).execute();
}

/** Counters start at nothing; the recount fills them. */
export async function writePosts(db: Database, { members, posts, reposts }: Plan): Promise<void> {
  const rows = posts.map((post) => rowOfPost(post, members));
  await db.insertInto('posts').values(rows).execute();
  await db.insertInto('posts').values(reposts.map(rowOfRepost)).execute();
  await db
    .insertInto('post_stats')
    .values(posts.map(({ id }) => ({ post_id: id })))
    .execute();
  await placePosts(
    db,
    [...posts, ...reposts].map(({ id }) => id),
  );
  await insertIntoIndex(
    { db },
    rows.map(({ id, author_id, content = '', hashtags = [] }) => ({
      id,
      author_id,
      content,
      hashtags,
    })),
  );
}

export async function writeReactions(db: Database, { likes, bookmarks }: Plan): Promise<void> {
  await db.insertInto('likes').values(likes.map(rowOfReaction)).execute();
  await db.insertInto('bookmarks').values(bookmarks.map(rowOfReaction)).execute();
}

/** Pictures of posts and messages, and the avatars and covers that people's rows name. */
export async function writePictures(db: Database, pictures: MadePicture[]): Promise<void> {
  if (pictures.length === 0) return;
  await db.insertInto('media').values(pictures.map(rowOfPicture)).execute();
  for (const { id, use, owner } of pictures) {
    if (typeof use !== 'string') {
      await nameMedium(db, use, id);
      continue;
    }
    const column = use === 'avatar' ? { avatar: id } : { cover_image: id };
    await db.updateTable('users').set(column).where('id', '=', owner.id).execute();
  }
}

/** Those of one post come in their order. */
async function nameMedium(
  db: Database,
  use: Exclude<MadePicture['use'], string>,
  id: string,
): Promise<void> {
  const [table, named] =
    'message' in use ? (['messages', use.message] as const) : (['posts', use.post] as const);
  await sql`update ${sql.table(table)} set media_ids = media_ids || ${id}::uuid where id = ${named.id}`.execute(
    db,
  );
}

function rowOfPicture({ use, owner, files, ...picture }: MadePicture) {
  const { id, alt, width, height, placeholder } = picture;
  const shared = {
    id,
    alt,
    width,
    height,
    placeholder,
    owner_id: owner.id,
    kind: 'image' as const,
    files: JSON.stringify(files),
  };
  if (typeof use === 'string') return { ...shared, used_for: 'profile' as const, is_public: true };
  if ('message' in use)
    return {
      ...shared,
      used_for: 'message' as const,
      message_id: use.message.id,
      is_public: false,
    };
  const { post, position } = use;
  const isPublic = post.visibility === 'public';
  return { ...shared, used_for: 'post' as const, post_id: post.id, position, is_public: isPublic };
}

function rowOfReaction({ by, post, createdAt }: Reaction) {
  return { user_id: by.id, post_id: post.id, created_at: createdAt };
}
