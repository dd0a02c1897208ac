import * as relations from '@roost/contract/relations';
import * as posts from '@roost/contract/posts';
import { v7 as newId } from 'uuid';
import { inject } from 'vitest';
import { openSession } from '../../src/auth/sessions/open-session.ts';
import { cookieName } from '../../src/platform/http/security/cookie.ts';
import { insertNamesAndEmails } from '../../src/users/username.queries.ts';
import type { TestApp } from './app.ts';
import type { TestClient } from './test-client.ts';

export const PASSWORD = 'a long enough passphrase';

/** A signed-in person with the most frequent actions of tests. */
export interface Member {
  id: string;
  username: string;
  client: TestClient;
  call: TestClient['call'];
  post(content: string, visibility?: 'public' | 'followers'): Promise<posts.Post>;
  comment(on: string, content: string): Promise<posts.Post>;
  follow(other: Member): Promise<unknown>;
  toggleBlock(other: Member): Promise<unknown>;
}

/** The hash of `PASSWORD`. People of tests share it, because a hash takes 40 ms. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$P9W+OqYYA7PuwCkHTPIJvw$WktbpuPXKCnVnjf7qvKKexJSypf2vP8AmtptspoQZKQ';

/** More at once would wait for a connection to the database. A sharded one can take longer than the 5 s that they wait. */
const SESSIONS_AT_ONCE = 10;

/**
 * Runs `work` for all of them at once. On shards it runs it for groups of 15, because a commit takes several times as long there.
 * A burst of a hundred would wait for one row longer than the server allows.
 */
export async function inBurst<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  const atOnce = inject('databases').servers.length > 1 ? 15 : items.length;
  for (let at = 0; at < items.length; at += atOnce)
    await Promise.all(items.slice(at, at + atOnce).map(work));
}

/** Creates a signed-in person, who can sign in with `PASSWORD`. */
export async function join(app: TestApp, username: string): Promise<Member> {
  const [member] = await insertMembers(app, [username], PASSWORD_HASH);
  return member!;
}

function memberOf(client: TestClient, id: string, username: string): Member {
  const call = client.call.bind(client);
  return {
    id,
    username,
    client,
    call,
    post: async (content, visibility = 'public') =>
      (await call(posts.createPost, { body: { content, visibility } })).data,
    comment: async (on, content) =>
      (await call(posts.createPost, { body: { content, parentPost: on } })).data,
    follow: async (other) => call(relations.follow, { params: { userId: other.id } }),
    toggleBlock: async (other) => call(relations.toggleBlock, { params: { userId: other.id } }),
  };
}

/** Creates signed-in people who cannot sign in again. */
export async function crowdOf(app: TestApp, count: number, name = 'crowd'): Promise<Member[]> {
  const usernames = Array.from({ length: count }, (_, n) => `${name}${n}`);
  return insertMembers(app, usernames, 'none');
}

async function insertMembers(
  app: TestApp,
  usernames: readonly string[],
  password_hash: string,
): Promise<Member[]> {
  const people = usernames.map((username) => ({ id: newId(), username }));
  const { db } = app.ctx;
  await db
    .insertInto('users')
    .values(people.map((each) => ({ ...each, full_name: `${each.username} of Roost` })))
    .execute();
  await db
    .insertInto('accounts')
    .values(
      people.map(({ id, username }) => ({
        user_id: id,
        email: `${username}@example.org`,
        password_hash,
      })),
    )
    .execute();
  await db
    .insertInto('user_stats')
    .values(people.map(({ id }) => ({ user_id: id })))
    .execute();
  await insertNamesAndEmails(
    app.ctx,
    people.map(({ id }) => id),
  );
  const signIn = async ({ id, username }: (typeof people)[number]) => {
    const client = app.client();
    const token = await openSession(app.ctx, id, { device: 'test', address: '::1' });
    client.cookie = `${cookieName(app.ctx.config)}=${token}`;
    return memberOf(client, id, username);
  };
  const members: Member[] = [];
  for (let at = 0; at < people.length; at += SESSIONS_AT_ONCE)
    members.push(...(await Promise.all(people.slice(at, at + SESSIONS_AT_ONCE).map(signIn))));
  return members;
}

/** Creates four people without relationships. */
export async function castOf(app: TestApp) {
  const cast = await insertMembers(app, ['alice', 'bob', 'carol', 'dan'], PASSWORD_HASH);
  return { alice: cast[0]!, bob: cast[1]!, carol: cast[2]!, dan: cast[3]! };
}
