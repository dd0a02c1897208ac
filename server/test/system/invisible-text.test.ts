import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as chat from '@roost/contract/chat';
import * as posts from '@roost/contract/posts';
import { searchUsers } from '@roost/contract/search';
import * as users from '@roost/contract/users';
import { startAppForFile } from '../support/app.ts';
import { crowdOf, PASSWORD } from '../support/cast.ts';
import { open } from '../support/chat.ts';
import { refusalOf } from '../support/test-client.ts';

const app = await startAppForFile();
const [ann, bo] = await crowdOf(app, 2);

describe.each([
  '\u200b',
  '\u2060',
  '\u3164',
  '\u2800',
  '\u0301',
  '\u{e0041}\u{e007f}',
  '\u00ad\u200d',
])('text of %j only', (nothing) => {
  test('it is refused as a post, comment or message', async () => {
    const { _id } = await ann!.post('Something to answer');
    const { _id: conversationId } = await open(ann!, bo!);
    const calls = [
      async () => ann!.post(nothing),
      async () => ann!.comment(_id, nothing),
      async () =>
        ann!.call(posts.editPost, { params: { postId: _id }, body: { content: nothing } }),
      async () =>
        ann!.call(chat.sendMessage, { params: { conversationId }, body: { content: nothing } }),
    ];
    for (const call of calls) expect((await refusalOf(call())).status).toBe(400);
  });

  test('it is refused as a name, and makes an empty bio', async () => {
    const body = { username: 'nameless', email: 'n@example.org', password: PASSWORD };
    const register = app.client().call(auth.register, { body: { ...body, fullName: nothing } });
    expect((await refusalOf(register)).body.message).toBe('Enter your name.');
    const rename = ann!.call(users.updateUser, { body: { fullName: nothing } });
    expect((await refusalOf(rename)).body.message).toBe('Enter your name.');
    await ann!.call(users.updateUser, { body: { bio: 'Keeps bees.' } });
    const { data } = await ann!.call(users.updateUser, { body: { bio: nothing } });
    expect(data.bio).toBe('');
  });

  test('a search for it finds nobody', async () => {
    const { data } = await ann!.call(searchUsers, { query: { query: nothing } });
    expect(data.users).toEqual([]);
  });
});

test('a name has one line, and text loses invisible characters at its ends', async () => {
  const rename = ann!.call(users.updateUser, { body: { fullName: 'Ann\nLee' } });
  expect((await refusalOf(rename)).status).toBe(400);
  expect((await ann!.post('\u200b Hello \u3164')).content).toBe('Hello');
});
