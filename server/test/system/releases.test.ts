import * as auth from '@roost/contract/auth';
import * as chat from '@roost/contract/chat';
import * as posts from '@roost/contract/posts';
import { expect, test } from 'vitest';
import { digestOf, readSqlFiles } from '../../src/platform/database/sql-files/read-sql-files.ts';
import { startAppForTest, withJobs } from '../support/app.ts';
import { liveFully } from '../support/canary.ts';
import { PASSWORD } from '../support/cast.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/database.ts';
import { brokenRulesOf } from '../support/migration-rules.ts';
import { findDrift } from '../support/recount.ts';
import {
  freezeRelease,
  listReleases,
  migrationsFolder,
  readFunctionFiles,
  readRelease,
  readSignatures,
  restoreRelease,
} from '../support/releases.ts';
import { withClient } from '../../src/platform/database/with-client.ts';

const frozen = process.env.FREEZE_RELEASE;

test.runIf(frozen)('records this code as a release', async () => {
  const url = await createTestDatabase();
  const app = await startAppForTest({ ...withJobs, DATABASE_URL: url, PAYMENTS: 'sandbox' });
  await liveFully(app);
  await freezeRelease(frozen ?? '', url);
});

const releases = await listReleases();
const AGAIN =
  'If this release is not published yet, run vitest on this file with FREEZE_RELEASE=<version>. Otherwise write a new migration';

test.each(releases)('the migrations of %s stay as they are', async (release) => {
  const files = await readSqlFiles(migrationsFolder);
  const digests = Object.fromEntries(files.map(({ name, digest }) => [name, digest]));
  expect(digests, AGAIN).toMatchObject((await readRelease(release)).migrations);
});

test('a function of the last release keeps its arguments and its result, because both releases call it', async () => {
  const now = await withClient(await createTestDatabase(), readSignatures);
  for (const release of releases) {
    const { functions } = await readRelease(release);
    const known = release === releases.at(-1) ? functions : only(functions, now);
    expect(now, `Give the function a new name. ${AGAIN}`).toMatchObject(known);
  }
});

const only = (functions: Record<string, string>, names: object) =>
  Object.fromEntries(Object.entries(functions).filter(([name]) => name in names));

test.each(releases)(
  'a site of %s starts with this version, and nothing is lost',
  async (release) => {
    const url = await createEmptyDatabase();
    await restoreRelease(release, url);
    const { rows } = await readRelease(release);
    const app = await startAppForTest({ DATABASE_URL: url });
    expect(await findDrift(app.ctx)).toEqual([]);
    const bob = app.client();
    await bob.call(auth.login, { body: { email: 'bob', password: PASSWORD } });
    const { data: me } = await bob.call(auth.getMe, {});
    expect(me.username).toBe('bob');
    const post = rows['posts']?.find((each) =>
      hasValues(each, { author_id: me._id, parent_id: null }),
    );
    const params = { postId: (post as { id: string }).id };
    expect((await bob.call(posts.getPost, { params })).data.ownerid._id).toBe(me._id);
    const conversations = await bob.call(chat.listConversations, { query: {} });
    const id = conversations.data[0]?._id ?? '';
    const sent = await bob.call(chat.sendMessage, {
      params: { conversationId: id },
      body: { content: 'after the upgrade' },
    });
    expect(sent.data.content).toBe('after the upgrade');
    for (const table of ['users', 'posts', 'likes', 'follows', 'messages', 'audit_entries'])
      await withClient(url, async (client) => {
        const { rows: found } = await client.query<{ n: number }>(
          `select count(*)::int as n from ${table}`,
        );
        expect(found[0]?.n, table).toBeGreaterThanOrEqual(rows[table]?.length ?? 0);
      });
  },
);

const hasValues = (row: object, values: Record<string, unknown>) =>
  Object.entries(values).every(([name, value]) => (row as typeof values)[name] === value);

test('the migrations after the last release follow the rules', async () => {
  const { migrations } = await readRelease(releases.at(-1) ?? '');
  const later = (await readSqlFiles(migrationsFolder)).filter(({ name }) => !(name in migrations));
  for (const { name, sql } of later) expect(brokenRulesOf(name, sql), name).toEqual([]);
});

test('a changed function comes with a new migration, so that an older node sees a newer database', async () => {
  const { migrations, functionsDigest } = await readRelease(releases.at(-1) ?? '');
  const files = await readSqlFiles(migrationsFolder);
  const hasNew = files.some(({ name }) => !(name in migrations));
  const hasChanged = digestOf(await readFunctionFiles()) !== functionsDigest;
  expect(hasNew || !hasChanged, `${AGAIN}, such as one that has only a comment.`).toBe(true);
});

test.each([
  ['2.sql', 'alter table users drop column bio;'],
  ['2.sql', 'alter table users rename column bio to about;'],
  ['2.sql', 'alter table users alter column bio type varchar;'],
  ['2.sql', 'alter table users add column age int not null;'],
  ['2.sql', 'alter table users alter column bio set not null;'],
  ['2.sql', 'alter table users add constraint short check (length(bio) < 9);'],
  ['2.sql', `update users set bio = '';`],
  ['2.sql', 'create index users_bio on users (bio);'],
  ['2.sql', 'drop function tags_like(text);'],
  ['2.batches.sql', 'update users set bio = lower(bio);'],
  ['2.concurrent.sql', 'create index concurrently users_bio on users (bio);'],
  ['2.contract.sql', 'alter table users drop column bio;'],
])('the rules refuse %s: %s', (name, sql) => {
  expect(brokenRulesOf(name, sql)).toHaveLength(1);
});

test.each([
  ['2.sql', '-- The function tags_like has changed.'],
  ['2.sql', 'alter table users add column age int;'],
  ['2.sql', 'alter table users add column age int not null default 0;'],
  ['2.sql', 'alter table users add constraint short check (length(bio) < 9) not valid;'],
  [
    '2.sql',
    'create table pets (id uuid primary key, name text not null); create index pets_name on pets (name);',
  ],
  [
    '2.batches.sql',
    'update users set a = b where id in (select id from users where a is null limit 5000);',
  ],
  [
    '2.concurrent.sql',
    'drop index concurrently if exists a_b; create index concurrently a_b on a (b);',
  ],
  ['2.concurrent.sql', 'alter table users validate constraint short;'],
  ['2.contract.sql', '-- Needs: 1.sql\nalter table users drop column bio;'],
])('the rules allow %s: %s', (name, sql) => {
  expect(brokenRulesOf(name, sql)).toEqual([]);
});
