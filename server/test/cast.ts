import * as auth from '@roost/contract/auth';
import * as posts from '@roost/contract/posts';
import * as users from '@roost/contract/users';
import type { TestApp } from './app.ts';
import type { Visitor } from './visitor.ts';

export const PASSWORD = 'a long enough passphrase';

/** A signed-in person, with what tests do most. */
export interface Member {
  id: string;
  username: string;
  visitor: Visitor;
  call: Visitor['call'];
  post(content: string, visibility?: 'public' | 'followers'): Promise<posts.Post>;
  comment(on: string, content: string): Promise<posts.Post>;
  follow(other: Member): Promise<unknown>;
  toggleBlock(other: Member): Promise<unknown>;
}

export async function join(app: TestApp, username: string): Promise<Member> {
  const visitor = app.visitor();
  const email = `${username}@example.org`;
  const { userId } = await visitor.call(auth.register, {
    body: { username, email, fullName: `${username} of Roost`, password: PASSWORD },
  });
  await visitor.call(auth.login, { body: { email, password: PASSWORD } });
  return memberOf(visitor, userId, username);
}

function memberOf(visitor: Visitor, id: string, username: string): Member {
  const call = visitor.call.bind(visitor);
  return {
    id,
    username,
    visitor,
    call,
    post: async (content, visibility = 'public') =>
      (await call(posts.createPost, { body: { content, visibility } })).data,
    comment: async (on, content) =>
      (await call(posts.createPost, { body: { content, parentPost: on } })).data,
    follow: async (other) => call(users.follow, { params: { userId: other.id } }),
    toggleBlock: async (other) => call(users.toggleBlock, { params: { userId: other.id } }),
  };
}

/** Four people who don't know each other yet. */
export async function castOf(app: TestApp) {
  const [alice, bob, carol, dan] = await Promise.all([
    join(app, 'alice'),
    join(app, 'bob'),
    join(app, 'carol'),
    join(app, 'dan'),
  ]);
  return { alice, bob, carol, dan };
}
