import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/database/client.ts';

/** Inserts the rows of a picture for every fourth post and of an avatar for two people in three. No request loads the files. */
export async function addPictures(db: Database): Promise<void> {
  const idFrom = (id: string) =>
    sql`(left(${sql.ref(id)}::text, 24) || left(md5(${sql.ref(id)}::text), 12))::uuid`;
  const files = JSON.stringify(
    [320, 640, 1280].map((width) => ({
      name: `${width}.webp`,
      type: 'image/webp',
      bytes: width * 100,
      width,
    })),
  );
  await sql`
    insert into media (id, owner_id, used_for, post_id, is_public, kind, width, height, alt, placeholder, files, created_at)
    select ${idFrom('id')}, author_id, 'post', id, visibility = 'public', 'image', 1280, 960, 'what it shows',
      '1QcSHQRnh493V4dIh4eXh1h4kJUI', ${files}::jsonb, created_at
    from posts where parent_id is null and repost_of_id is null and hashtext(id::text) % 4 = 0`.execute(
    db,
  );
  await sql`update posts set media_ids = array[${idFrom('id')}]
    where parent_id is null and repost_of_id is null and hashtext(id::text) % 4 = 0`.execute(db);
  await sql`
    insert into media (id, owner_id, used_for, is_public, kind, width, height, files)
    select ${idFrom('id')}, id, 'profile', true, 'image', 320, 320, ${files}::jsonb
    from users where hashtext(id::text) % 3 <> 0`.execute(db);
  await sql`update users set avatar = ${idFrom('id')} where hashtext(id::text) % 3 <> 0`.execute(
    db,
  );
  await sql`
    insert into media_usage (user_id, stored_bytes)
    select owner_id, sum((select sum((file ->> 'bytes')::bigint) from jsonb_array_elements(files) as file))
    from media group by owner_id
    on conflict (user_id) do update set stored_bytes = excluded.stored_bytes`.execute(db);
  for (const table of ['media', 'media_usage', 'posts', 'users'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}
