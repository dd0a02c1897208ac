// Long because its tests share one app and its pictures.
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import * as auth from '@roost/contract/auth';
import { atWidth } from '@roost/contract/media';
import * as users from '@roost/contract/users';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { castOf, type Member } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import {
  fileOf,
  mediaFiles,
  noise,
  pathOf,
  upload,
  type TestFile,
} from '../../../test/support/media.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile(withJobs);
const { alice, bob } = await castOf(app);
const square = await fileOf('avatar.png', noise(400, 400).png());
const wide = await fileOf('sea.jpg', noise(1_500, 500).jpeg());

const NOTHING_GIVEN = 'Please provide at least one field to update.';

async function send(
  member: Member,
  fields: Record<string, string>,
  files: Record<string, TestFile> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, { name: fileName, bytes }] of Object.entries(files))
    form.append(name, new Blob([bytes]), fileName);
  return member.client.fetch('/api/users/updateuser', { method: 'PATCH', body: form });
}

async function change(...input: Parameters<typeof send>) {
  const response = await send(...input);
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return users.updateUser.response.parse(body);
}

const me = async (member: Member) => (await member.call(auth.getMe, {})).data;
const profileOf = async (viewer: Member, username: string) =>
  users.profile.parse((await viewer.call(users.getUser, { params: { username } })).data.user);

async function sizeOf(url: string | null): Promise<(number | undefined)[]> {
  const response = await app.client().fetch(pathOf(String(url)));
  expect(response.status).toBe(200);
  const { width, height } = await sharp(await response.arrayBuffer()).metadata();
  return [width, height];
}

describe('texts', () => {
  test('only given fields change, and the answer holds the user twice', async () => {
    const { data, message } = await change(alice, { bio: 'Keeps bees.' });
    expect(message).toBe('Profile updated successfully!');
    expect(data).toMatchObject({ bio: 'Keeps bees.', fullName: 'alice of Roost' });
    const { user, ...flat } = data;
    expect(user).toEqual(flat);
    expect(await me(alice)).toEqual(user);

    await change(alice, { fullName: '  Alice Adams  ' });
    expect(await profileOf(bob, 'alice')).toMatchObject({
      fullName: 'Alice Adams',
      bio: 'Keeps bees.',
    });
  });

  test('an empty bio removes the bio, and an empty name changes nothing', async () => {
    await change(alice, { bio: 'for now' });
    expect((await change(alice, { bio: '' })).data.bio).toBe('');
    const before = await me(alice);
    await change(alice, { fullName: '', bio: 'again' });
    expect((await me(alice)).fullName).toBe(before.fullName);
    expect((await expectFailure(await send(alice, { fullName: '  ' }), 'bad_input')).message).toBe(
      'Enter your name.',
    );
  });

  test('an empty form is refused', async () => {
    const before = await me(alice);
    for (const fields of [{}, { fullName: '' }, { fullName: '', bio: '' }, { nothing: 'known' }]) {
      const { message } = await expectFailure(await send(alice, fields), 'bad_input');
      expect(message).toBe(NOTHING_GIVEN);
    }
    const bare = await alice.client.fetch('/api/users/updateuser', { method: 'PATCH' });
    expect((await expectFailure(bare, 'bad_input')).message).toBe(NOTHING_GIVEN);
    expect(await me(alice)).toEqual(before);
  });

  test('long texts and invalid characters are refused', async () => {
    for (const fields of [
      { fullName: 'x'.repeat(51) },
      { bio: 'x'.repeat(161) },
      { bio: 'a\0b' },
      { fullName: 'a\0b' },
    ])
      await expectFailure(await send(alice, fields), 'bad_input');
    expect((await change(alice, { bio: '👩‍👩‍👧‍👦'.repeat(64) })).data.bio).toHaveLength(64 * 11);
  });
});

test('protected fields do not change (mass assignment)', async () => {
  const before = await app.ctx.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .innerJoin('user_stats', 'user_stats.user_id', 'users.id')
    .selectAll()
    .where('users.id', '=', bob.id)
    .executeTakeFirstOrThrow();
  const planted = {
    _id: alice.id,
    id: alice.id,
    username: 'root',
    email: 'evil@example.org',
    password: 'planted password',
    premium: '{"isActive":true}',
    premium_until: '2099-01-01',
    isActive: 'true',
    role: 'admin',
    verified: 'true',
    createdAt: '2001-01-01T00:00:00Z',
    followersCount: '1000000',
    followers_count: '1000000',
    messagePreference: 'no one',
    blockedUsers: alice.id,
    full_name: 'planted',
    cover_image: alice.id,
  };
  await change(bob, { ...planted, bio: 'only this' });
  const after = await app.ctx.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .innerJoin('user_stats', 'user_stats.user_id', 'users.id')
    .selectAll()
    .where('users.id', '=', bob.id)
    .executeTakeFirstOrThrow();
  expect(after).toEqual({ ...before, bio: 'only this' });
  // A picture must be an uploaded file. An id or address of an existing picture has no effect.
  await expectFailure(await send(bob, { avatar: alice.id, coverImage: alice.id }), 'bad_input');
});

describe('pictures', () => {
  test('the server makes avatars and covers in all shown sizes', async () => {
    const { data } = await change(alice, {}, { avatar: square, coverImage: wide });
    expect(await sizeOf(data.avatar)).toEqual([320, 320]);
    expect(await sizeOf(atWidth(String(data.avatar), 128))).toEqual([128, 128]);
    expect(await sizeOf(data.coverImage)).toEqual([1_280, 427]);
    expect(await sizeOf(atWidth(String(data.coverImage), 640))).toEqual([640, 213]);
    const seen = await profileOf(bob, 'alice');
    expect([seen.avatar, seen.coverImage]).toEqual([data.avatar, data.coverImage]);
    const post = await alice.post('who wrote this');
    expect(post.ownerid.avatar).toBe(data.avatar);
  });

  test('other shapes are cropped at the centre, and small pictures stay small', async () => {
    const tall = await fileOf('tall.png', noise(500, 900).png());
    const small = await fileOf('small.png', noise(60, 60).png());
    expect(await sizeOf((await change(bob, {}, { avatar: tall })).data.avatar)).toEqual([320, 320]);
    expect(await sizeOf((await change(bob, {}, { avatar: small })).data.avatar)).toEqual([60, 60]);
  });

  test('a new picture deletes the replaced one and its files', async () => {
    const before = (await change(alice, {}, { avatar: square, coverImage: wide })).data;
    const after = (await change(alice, {}, { avatar: square })).data;
    expect(after.avatar).not.toBe(before.avatar);
    expect(after.coverImage).toBe(before.coverImage);
    const isServed = async (url: string | null) =>
      (await app.client().fetch(pathOf(String(url)))).status === 200;
    expect(await isServed(before.avatar)).toBe(false);
    expect([await isServed(after.avatar), await isServed(after.coverImage)]).toEqual([true, true]);
    const id = pathOf(String(before.avatar)).split('/')[2] ?? 'none';
    await vi.waitFor(
      async () => expect((await mediaFiles(app)).filter((path) => path.includes(id))).toEqual([]),
      10_000,
    );
  });

  test('ten concurrent uploads leave one avatar with its files', async () => {
    await Promise.all(Array.from({ length: 10 }, async () => change(bob, {}, { avatar: square })));
    const rows = await app.ctx.db
      .selectFrom('media')
      .select('id')
      .where('owner_id', '=', bob.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect((await me(bob)).avatar).toContain(rows[0]?.id);
  });

  test('a new avatar does not delete a picture of a post', async () => {
    const kept = await upload(alice, square);
    await app.ctx.db
      .updateTable('users')
      .set({ avatar: kept._id })
      .where('id', '=', alice.id)
      .execute();
    await change(alice, {}, { avatar: square });
    const row = await app.ctx.db
      .selectFrom('media')
      .select('used_for')
      .where('id', '=', kept._id)
      .executeTakeFirst();
    expect(row?.used_for).toBe('nothing');
  });

  test('a picture has at most five megabytes, and other files are refused', async () => {
    const before = await me(alice);
    const files = await mediaFiles(app);
    const padded = (bytes: number): TestFile => {
      const whole = new Uint8Array(bytes);
      whole.set(square.bytes);
      return { name: 'big.png', bytes: whole };
    };
    const over = await expectFailure(
      await send(alice, { bio: 'unchanged' }, { avatar: padded(5 * 1_048_576 + 1) }),
      'too_large',
    );
    expect(over.message).toBe('“big.png” is too large: a picture can have 5 MB at most.');
    const clip: TestFile = {
      name: 'clip.mp4',
      bytes: new Uint8Array(Buffer.from('000000186674797069736f6d0000000069736f6d6d703432', 'hex')),
    };
    const svg: TestFile = { name: 'a.png', bytes: new TextEncoder().encode('<svg/>') };
    for (const file of [clip, svg]) {
      await expectFailure(
        await send(alice, { bio: 'unchanged' }, { avatar: file }),
        'unsupported_media_type',
      );
    }
    for (const name of ['media', 'picture'])
      await expectFailure(await send(alice, {}, { [name]: square }), 'bad_input');
    expect(await me(alice)).toEqual(before);
    expect(await mediaFiles(app)).toEqual(files);
    // A picture in a post of a free member may have only 2 MB.
    expect((await send(alice, {}, { avatar: padded(5 * 1_048_576) })).status).toBe(200);
  });
});

describe('the message preference', () => {
  test.each(users.messagePreference.options)('%s', async (messagePreference) => {
    const { data, message } = await alice.call(users.setMessagePreference, {
      body: { messagePreference },
    });
    expect(data).toBe(messagePreference);
    expect(message).toBe('Message preference updated successfully!');
    expect((await me(alice)).messagePreference).toBe(messagePreference);
    expect((await profileOf(bob, 'alice')).canMessage).toBe(messagePreference === 'everyone');
  });

  test('an unknown preference is refused', async () => {
    const odd = { messagePreference: 'nobody' } as unknown as { messagePreference: 'everyone' };
    const before = (await me(alice)).messagePreference;
    expect((await refusalOf(alice.call(users.setMessagePreference, { body: odd }))).status).toBe(
      400,
    );
    expect((await me(alice)).messagePreference).toBe(before);
  });
});

describe('links', () => {
  const linksOf = async (viewer: Member) => (await profileOf(viewer, 'alice')).links;

  test('a profile shows at most five plain addresses, none of them verified', async () => {
    const { data } = await change(alice, {
      links: JSON.stringify([' HTTPS://Example.org ', 'http://roost.example/@alice']),
    });
    const links = [
      { url: 'https://example.org/', verified: false },
      { url: 'http://roost.example/@alice', verified: false },
    ];
    expect(data.links).toEqual(links);
    expect(await linksOf(bob)).toEqual(links);
    expect((await me(alice)).links).toEqual(links);
    // A change of something else keeps them.
    await change(alice, { bio: 'With links' });
    expect(await linksOf(bob)).toEqual(links);
    await change(alice, { links: '[]' });
    expect(await linksOf(bob)).toEqual([]);
  });

  test.each([
    ['no list', '"https://example.org"'],
    ['no JSON', 'https://example.org'],
    ['six of them', JSON.stringify(Array(6).fill('https://example.org'))],
    ['a script', '["javascript:alert(1)"]'],
    ['a name before the host', '["https://bank@evil.example"]'],
    ['another type', '[1]'],
  ])('%s is refused', async (_, links) => {
    await change(alice, { links: '["https://kept.example"]' });
    const response = await send(alice, { links });
    expect(response.status).toBe(400);
    await expectFailure(response, 'bad_input');
    expect(await linksOf(bob)).toEqual([{ url: 'https://kept.example/', verified: false }]);
  });
});

describe('the language', () => {
  test('it is a language tag, and only the own user carries it', async () => {
    expect((await me(bob)).language).toBe('en');
    expect((await change(bob, { language: 'de-at' })).data.language).toBe('de-AT');
    expect((await me(bob)).language).toBe('de-AT');
    await change(bob, { language: '', bio: 'The same language' });
    expect((await me(bob)).language).toBe('de-AT');
    expect(await profileOf(alice, 'bob')).not.toHaveProperty('language');
    for (const language of ['no language', 'x', 'e'.repeat(36)])
      expect((await send(bob, { language })).status).toBe(400);
  });
});
