import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/database/client.ts';
import { hashNow } from '../../server/src/auth/passwords/argon2.ts';
import { insertNamesAndEmails } from '../../server/src/users/username.queries.ts';
import { DEMO_PASSWORD, emailOf } from './demo-accounts.ts';
import { bytesOf } from '../../server/src/platform/storage/storage.ts';
import type { MadePicture } from './pictures.ts';
import { indexPosts } from './index-posts.ts';
import { placePosts } from './place-posts.ts';
import type { Plan } from './plan.ts';
import type { Reaction } from './reactions.ts';
import { rowOfPost, rowOfRepost } from './rows.ts';

export type Hashes = Map<string, string>;

/** One password hash per person. Hashing is slow, so call this outside a transaction. */
export function hashPasswords({ members }: Plan): Hashes {
  const hashes: Hashes = new Map();
  for (const username of members.keys()) hashes.set(username, hashNow(DEMO_PASSWORD));
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
  await insertNamesAndEmails(
    { db },
    all.map(({ id }) => id),
  );
}

export async function writeRelations(db: Database, { relations, blocks }: Plan): Promise<void> {
  const follows = [...relations.follows].flatMap(([follower, followed]) =>
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
  await db.insertInto('blocked_by').values(rows).execute();
}

/** Counters start at 0, and the recount sets them. */
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
  await indexPosts(
    db,
    // The index has no comments.
    rows
      .filter(({ parent_id }) => !parent_id)
      .map(({ id, author_id, content = '', hashtags = [] }) => ({
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

/** The pictures of posts, messages and profiles. */
export async function writePictures(db: Database, pictures: MadePicture[]): Promise<void> {
  if (pictures.length === 0) return;
  await db.insertInto('media').values(pictures.map(rowOfPicture)).execute();
  const usage = [...Map.groupBy(pictures, ({ owner }) => owner.id)].map(([user_id, own]) => ({
    user_id,
    stored_bytes: own.reduce((sum, { files }) => sum + bytesOf(files), 0),
  }));
  await db.insertInto('media_usage').values(usage).execute();
  for (const { id, use, owner } of pictures) {
    if (typeof use !== 'string') {
      await nameMedium(db, use, id);
      continue;
    }
    const column = use === 'avatar' ? { avatar: id } : { cover_image: id };
    await db.updateTable('users').set(column).where('id', '=', owner.id).execute();
  }
}

/** The files of one post keep their order. */
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
