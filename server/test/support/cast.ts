import * as auth from '@roost/contract/auth';
import * as relations from '@roost/contract/relations';
import * as posts from '@roost/contract/posts';
import { v7 as newId } from 'uuid';
import { openSession } from '../../src/auth/sessions/open-session.ts';
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

export async function join(app: TestApp, username: string): Promise<Member> {
  const client = app.client();
  const email = `${username}@example.org`;
  const { userId } = await client.call(auth.register, {
    body: { username, email, fullName: `${username} of Roost`, password: PASSWORD },
  });
  await client.call(auth.login, { body: { email, password: PASSWORD } });
  return memberOf(client, userId, username);
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

/** Creates signed-in people without passwords, because hashing takes long. */
export async function crowdOf(app: TestApp, count: number, name = 'crowd'): Promise<Member[]> {
  const crowd = Array.from({ length: count }, (_, n) => ({ id: newId(), username: `${name}${n}` }));
  const { db } = app.ctx;
  await db
    .insertInto('users')
    .values(crowd.map((each) => ({ ...each, full_name: `${each.username} of Roost` })))
    .execute();
  await db
    .insertInto('accounts')
    .values(
      crowd.map(({ id, username }) => ({
        user_id: id,
        email: `${username}@example.org`,
        password_hash: 'none',
      })),
    )
    .execute();
  await db
    .insertInto('user_stats')
    .values(crowd.map(({ id }) => ({ user_id: id })))
    .execute();
  await insertNamesAndEmails(
    app.ctx,
    crowd.map(({ id }) => id),
  );
  return Promise.all(
    crowd.map(async ({ id, username }) => {
      const client = app.client();
      client.cookie = `roost=${await openSession(app.ctx, id, { device: 'crowd', address: '::1' })}`;
      return memberOf(client, id, username);
    }),
  );
}

/** Creates four people without relationships. */
export async function castOf(app: TestApp) {
  const [alice, bob, carol, dan] = await Promise.all([
    join(app, 'alice'),
    join(app, 'bob'),
    join(app, 'carol'),
    join(app, 'dan'),
  ]);
  return { alice, bob, carol, dan };
}
