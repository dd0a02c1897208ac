// Long because its tests share one server, whose keys are rotated once.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import * as auth from '@roost/contract/auth';
import { loginSecond } from '@roost/contract/factors';
import * as posts from '@roost/contract/posts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { holdUsername, isUsernameHeld } from '../../../server/src/auth/held-usernames.ts';
import { keyNames, type KeyName } from '../../../server/src/config/key-rings.ts';
import { startAppForFile, startAppForTest } from '../../../server/test/support/app.ts';
import { entriesOf } from '../../../server/test/support/audit.ts';
import { castOf, join, PASSWORD } from '../../../server/test/support/cast.ts';
import { createTestDatabase } from '../../../server/test/support/database.ts';
import { codeOf, forgetUsedCodes, withTotp } from '../../../server/test/support/factors.ts';
import { fileOf, noise, pathOf, postWith } from '../../../server/test/support/media.ts';
import { signIn, isSignedIn, tokenOf } from '../../../server/test/support/sign-in.ts';
import { refusalOf } from '../../../server/test/support/test-client.ts';
import { runCommand } from '../run-command.ts';
import { commandsBeside, soon } from '../test-commands.ts';

const url = await createTestDatabase();
const app = await startAppForFile({ DATABASE_URL: url });
const { alice, bob } = await castOf(app);
const { open, run, refused } = commandsBeside(app, url);
const { keys, sessionTokens, devices } = app.ctx;

const fileOfKey = (key: KeyName) => readFileSync(joinPath(app.dataFolder, key), 'utf8');
const account = { id: alice.id, password_hash: 'a hash' };

/** The things that the old keys made. */
const old = {
  secrets: {} as Record<KeyName, string>,
  session: app.client(),
  device: devices.remember(null, account),
  totp: '',
  challenge: '',
  nextPage: '',
  picture: '',
};
const person = await join(app, 'erin');

async function firstPage(): Promise<string> {
  const query = { limit: 1 };
  const { data } = await bob.call(posts.listUserPosts, { params: { userId: alice.id }, query });
  return String(data.pagination.nextCursor);
}
const openPage = async (cursor: string) =>
  bob.call(posts.listUserPosts, { params: { userId: alice.id }, query: { cursor } });

async function challengeOf(): Promise<string> {
  const login = app
    .client()
    .call(auth.login, { body: { email: person.username, password: PASSWORD } });
  return String((await refusalOf(login)).body.challenge);
}
async function giveCode(challenge: string): Promise<unknown> {
  await forgetUsedCodes(app, person);
  return app.client().call(loginSecond, { body: { challenge, code: codeOf(old.totp) } });
}

beforeAll(async () => {
  for (const key of keyNames) old.secrets[key] = keys.of(key).current;
  old.session = await signIn(app, bob);
  old.totp = (await withTotp(app, person)).secret;
  for (const text of ['one', 'two', 'three']) await alice.post(text);
  old.nextPage = await firstPage();
  await bob.follow(alice);
  const picture = await fileOf('picture.png', noise(50, 50).png());
  const post = await postWith(alice, { content: 'x', visibility: 'followers' }, [picture]);
  const { data } = await bob.call(posts.getPost, { params: { postId: post._id } });
  old.picture = pathOf(data.media[0]?.url);
  await holdUsername(app.ctx, 'gone_person');
  old.challenge = await challengeOf();
  for (const key of keyNames.filter((name) => name !== 'secret-key')) await run('rotate', key);
  const waits = run<{ resealed: number }>('rotate', 'secret-key');
  expect((await waits).resealed).toBe(1);
  await vi.waitFor(
    () => {
      for (const key of keyNames) expect(keys.of(key).current).not.toBe(old.secrets[key]);
    },
    { timeout: 10_000, interval: 50 },
  );
}, 60_000);

describe('after the rotation', () => {
  test('a session stays open, and its token counts as ours', async () => {
    expect(await isSignedIn(old.session)).toBe(true);
    expect(sessionTokens.isOurs(tokenOf(old.session))).toBe(true);
  });

  test('an authenticator app works, under the new key alone', async () => {
    await giveCode(await challengeOf());
    expect(await run('rotate', 'secret-key', '--drop-old', '--dry-run')).toMatchObject({
      resealed: 0,
    });
  });

  test('a sign-in that waits for its code goes on', async () => {
    await giveCode(old.challenge);
  });

  test('the next page opens', async () => {
    expect((await openPage(old.nextPage)).data.posts.map(({ content }) => content)).toContain(
      'two',
    );
  });

  test('a link to a file works', async () => {
    expect((await bob.client.fetch(old.picture)).status).toBe(200);
  });

  test('a device is known, and gets one new tag for the account', () => {
    expect(devices.knows(old.device, account)).toBe(true);
    const again = devices.remember(old.device, account);
    expect(again.tags).toHaveLength(1);
    expect(again.tags).not.toEqual(old.device.tags);
  });

  test('a held username stays held', async () => {
    expect(await isUsernameHeld(app.ctx, 'Gone_Person')).toBe(true);
    expect(await isUsernameHeld(app.ctx, 'another_person')).toBe(false);
  });
});

describe('after the old keys were dropped', () => {
  beforeAll(async () => {
    for (const key of keyNames) {
      expect(await run('rotate', key, '--drop-old')).toMatchObject({ ended: 1 });
      await soon(() => expect(keys.of(key).all).toHaveLength(1));
      expect(fileOfKey(key)).not.toContain(old.secrets[key]);
    }
  }, 60_000);

  test('sessions and apps go on, because the database has them', async () => {
    expect(await isSignedIn(old.session)).toBe(true);
    await giveCode(await challengeOf());
  });

  test('things that only the old keys could open have ended', async () => {
    expect(sessionTokens.isOurs(tokenOf(old.session))).toBe(false);
    expect((await refusalOf(giveCode(old.challenge))).status).toBe(401);
    expect((await refusalOf(openPage(old.nextPage))).status).toBe(400);
    expect((await bob.client.fetch(old.picture)).status).not.toBe(200);
    expect(devices.knows(old.device, account)).toBe(false);
    expect(await isUsernameHeld(app.ctx, 'gone_person')).toBe(false);
  });

  test('things that the new keys made work', async () => {
    expect(sessionTokens.isOurs(tokenOf(await signIn(app, bob)))).toBe(true);
    await openPage(await firstPage());
    expect(devices.knows(devices.remember(null, account), account)).toBe(true);
  });
});

test('all nodes read a new key before one uses it', async () => {
  const before = keys.of('cursor-key').current;
  await run('rotate', 'cursor-key');
  await soon(() => expect(keys.of('cursor-key').all).toHaveLength(2));
  expect(keys.of('cursor-key').current).toBe(before);
  expect(keys.of('cursor-key').all[1]).toBe(before);
});

test('at each moment of a rotation, two nodes open what the other one made', async () => {
  const other = await startAppForTest({ DATABASE_URL: url, ROOST_DATA: app.dataFolder });
  const nodes = [app.ctx, other.ctx] as const;
  const before = nodes.map((node) => node.keys.of('cursor-key').current);
  expect(before[0]).toBe(before[1]);
  const failures: unknown[] = [];
  let exchanges = 0;
  const exchange = () => {
    for (const [from, to] of [nodes, nodes.toReversed()] as (typeof nodes)[]) {
      try {
        to.cursors.open(from.cursors.seal(1, alice.id, ['list']), alice.id, ['list']);
        exchanges += 1;
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await run('rotate', 'cursor-key');
  await vi.waitFor(
    () => {
      exchange();
      for (const [n, node] of nodes.entries())
        expect(node.keys.of('cursor-key').current).not.toBe(before[n]);
    },
    { timeout: 10_000, interval: 5 },
  );
  exchange();
  expect(failures).toEqual([]);
  expect(exchanges).toBeGreaterThan(20);
});

test('a second rotation keeps the keys of the first one', async () => {
  const count = keys.of('media-key').all.length;
  await run('rotate', 'media-key');
  await run('rotate', 'media-key');
  await soon(() => expect(keys.of('media-key').all).toHaveLength(count + 2));
});

test('no output and no entry of the log has a key', async () => {
  const texts: string[] = [];
  const entries = await entriesOf(app.ctx, async () => {
    for (const words of [['--dry-run'], [], ['--json'], ['--drop-old'], ['--help']])
      texts.push((await runCommand(['rotate', 'name-key', ...words], open)).text);
  });
  expect(entries.map(({ action }) => action)).toEqual([
    'key.rotated',
    'key.rotated',
    'key.oldEnded',
  ]);
  const all = texts.join('\n') + JSON.stringify(entries);
  for (const key of keyNames)
    for (const secret of keys.of(key).all) expect(all).not.toContain(secret);
});

test('an app that is set up during a rotation works after the old keys were dropped', async () => {
  const frank = await join(app, 'frank');
  const rotated = run('rotate', 'secret-key');
  const { secret } = await withTotp(app, frank);
  await rotated;
  await run('rotate', 'secret-key', '--drop-old');
  const body = { email: frank.username, password: PASSWORD };
  const challenge = String(
    (await refusalOf(app.client().call(auth.login, { body }))).body.challenge,
  );
  await app.client().call(loginSecond, { body: { challenge, code: codeOf(secret) } });
}, 30_000);

test('a secret that no key opens is counted, and the old key ends', async () => {
  const grace = await join(app, 'grace');
  await withTotp(app, grace);
  await sql`update second_factors set secret = ${randomBytes(60)} where user_id = ${grace.id}`.execute(
    app.ctx.db,
  );
  expect(await run('rotate', 'secret-key')).toMatchObject({ unreadable: 1 });
  expect(fileOfKey('secret-key')).toMatch(/^\S+ from \S+\n(\S+ .*until \S+\n)+$/);
  const { text } = await runCommand(['rotate', 'secret-key', '--drop-old'], open);
  expect(text).toContain('No key opens 1 secrets of authenticator apps.');
  await soon(() => expect(keys.of('secret-key').all).toHaveLength(1));
  await run('reset-second-factor', grace.username);
}, 30_000);

test('one rotation runs at a time', async () => {
  const rotated = run('rotate', 'secret-key');
  await soon(() => expect(keys.of('secret-key').all.length).toBeGreaterThan(1));
  expect(await refused('rotate', 'secret-key', '--drop-old')).toContain('Another rotation runs');
  await rotated;
}, 30_000);

test('a dry run changes no file', async () => {
  const before = fileOfKey('name-key');
  await run('rotate', 'name-key', '--dry-run');
  await run('rotate', 'name-key', '--drop-old', '--dry-run');
  expect(fileOfKey('name-key')).toBe(before);
});

test('with an object store, it only encrypts again, because the keys come from a setting', async () => {
  const s3 = { bucket: 'files' } as NonNullable<typeof app.ctx.config.s3>;
  const withStore: typeof open = async (work) =>
    work({ ...app.ctx, config: { ...app.ctx.config, s3 } });
  await expect(runCommand(['rotate', 'cursor-key'], withStore)).rejects.toThrow('SHARED_SECRET');
  const before = fileOfKey('secret-key');
  const { text } = await runCommand(['rotate', 'secret-key', '--json'], withStore);
  expect(JSON.parse(text)).toMatchObject({ resealed: 0 });
  expect(fileOfKey('secret-key')).toBe(before);
});

test('refuses a name that is no key', async () => {
  expect(await refused('rotate', 'password')).toContain('secret-key, session-key');
});
