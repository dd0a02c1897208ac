import { siteDefaults } from '@roost/contract/limits';
import { getSite } from '@roost/contract/site';
import { v7 as newId } from 'uuid';
import { describe, expect, test, vi } from 'vitest';
import { startAppForFile } from '../../test/support/app.ts';
import { join } from '../../test/support/cast.ts';
import { createTestDatabase } from '../../test/support/database.ts';
import { openDatabase } from '../platform/database/client.ts';
import { Site } from './site.ts';

const url = await createTestDatabase();
const app = await startAppForFile({ DATABASE_URL: url });
const other = await startAppForFile({ DATABASE_URL: url, REGISTRATION: 'closed' });
const read = async (node = app) => (await node.client().call(getSite, {})).data;

test('a new site has the defaults, for visitors and members', async () => {
  const site = await read();
  expect(site).toEqual({
    ...siteDefaults,
    description: 'A social network that people run themselves.',
    rules: [],
    rulesVersion: 1,
    registration: 'open',
    languages: ['en'],
    contact: '',
    announcement: '',
    logo: null,
    vapidKey: expect.stringMatching(/^[\w-]{87}$/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
  });
  const alice = await join(app, 'alice');
  expect((await alice.call(getSite, {})).data).toEqual(site);
});

test('the environment sets the registration until the site’s setting does', async () => {
  expect((await read(other)).registration).toBe('closed');
  await app.ctx.db.updateTable('site_settings').set({ registration: 'invite' }).execute();
  await vi.waitFor(async () => expect((await read(other)).registration).toBe('invite'), {
    timeout: 1_000,
    interval: 50,
  });
});

test('a change in the database reaches all nodes within a second', async () => {
  await Promise.all([read(), read(other)]);
  const rule = { id: newId(), since_version: 2, position: 0, text: 'Be kind.' };
  await app.ctx.db.insertInto('site_rules').values(rule).execute();
  await app.ctx.db.updateTable('site_settings').set({ name: 'Nest', rules_version: 2 }).execute();
  const changed = { name: 'Nest', rules: [{ _id: rule.id, text: 'Be kind.' }], rulesVersion: 2 };
  await vi.waitFor(
    async () => {
      expect(await read()).toMatchObject(changed);
      expect(await read(other)).toMatchObject(changed);
    },
    { timeout: 1_000, interval: 50 },
  );
});

test('the description of the API has the name of the site', async () => {
  const member = await join(app, 'reader');
  await app.ctx.db.updateTable('site_settings').set({ name: 'Nest' }).execute();
  app.ctx.site.forget();
  for (const path of ['/api/openapi.json', '/api/docs/json']) {
    const description = (await (await member.client.fetch(path)).json()) as {
      info: { title: string };
    };
    expect(description.info.title).toBe('Nest');
  }
});

describe('the settings in the process', () => {
  test('many requests share one statement', async () => {
    const { site } = app.ctx;
    site.forget();
    const states = await Promise.all(Array.from({ length: 50 }, async () => site.read()));
    expect(new Set(states).size).toBe(1);
  });

  test('a document gets the defaults while the database is away', async () => {
    const db = openDatabase({
      url: 'postgres://nobody@127.0.0.1:1/none',
      preparedStatements: false,
      size: 1,
      onError: () => {},
    });
    const site = new Site({ config: app.ctx.config, db });
    await expect(site.read()).rejects.toThrow();
    expect((await site.readOrLast()).name).toBe(siteDefaults.name);
    await db.destroy();
  });
});
