import * as admin from '@roost/contract/admin';
import type { Sent } from '@roost/contract/endpoint';
import { getSite } from '@roost/contract/site';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { castOf } from '../../../test/support/cast.ts';
import {
  animation,
  fileOf,
  mediaFiles,
  noise,
  pathOf,
  upload,
} from '../../../test/support/media.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { promote } from '../../../test/support/staff.ts';
import { codeOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile(withJobs);
const { alice, bob } = await castOf(app);
await promote(app, alice, 'admin');

describe('the site', () => {
  const change = async (body: Sent<typeof admin.updateSite>['body']) =>
    (await alice.call(admin.updateSite, { body })).data;
  const read = async () => (await app.client().call(getSite, {})).data;

  test('only given settings change, everybody sees them at once, and null restores a default', async () => {
    const before = await read();
    const given = {
      name: 'Nest',
      description: 'A place for birds.',
      registration: 'invite' as const,
      accent: 120,
      languages: ['de', 'pt-BR'],
      contact: 'birds@example.org',
      announcement: 'The nest moves on Sunday.',
    };
    expect(await change(given)).toMatchObject(given);
    expect(await read()).toEqual({ ...before, ...given });
    expect(await change({ accent: 200 })).toEqual({ ...before, ...given, accent: 200 });
    await change({
      name: null,
      description: null,
      registration: null,
      accent: null,
      languages: ['en'],
      contact: '',
      announcement: '',
    });
    expect(await read()).toEqual(before);
    await change({});
  });

  test('rules keep their ids while texts and order change', async () => {
    const first = await change({ rules: [{ text: 'Be kind.' }, { text: 'No spam.' }] });
    const [kind, spam] = first.rules;
    const second = await change({
      rules: [{ _id: spam!._id, text: 'No advertising.' }, { text: 'New.' }, kind!],
    });
    expect(second.rules.map(({ text }) => text)).toEqual(['No advertising.', 'New.', 'Be kind.']);
    expect([second.rules[0]?._id, second.rules[2]?._id]).toEqual([spam?._id, kind?._id]);
    expect(second.rulesVersion).toBe(first.rulesVersion + 1);
    // The same rules again are no new version.
    expect((await change({ rules: second.rules })).rulesVersion).toBe(second.rulesVersion);
    expect(await codeOf(change({ rules: [{ _id: NOBODY, text: 'Foreign.' }] }))).toBe(
      '400 bad_input',
    );
    expect(await codeOf(change({ rules: [kind!, kind!] }))).toBe('400 bad_input');
    const texts = await app.ctx.db
      .selectFrom('site_rules')
      .select(['text', 'until_version'])
      .where('id', '=', spam!._id)
      .orderBy('since_version')
      .execute();
    expect(texts.map(({ text }) => text)).toEqual(['No spam.', 'No advertising.']);
    await change({ rules: [] });
  });

  test('twenty parallel changes of the rules leave one version of each rule', async () => {
    await Promise.allSettled(
      Array.from({ length: 20 }, async (_, n) => change({ rules: [{ text: `Rule ${n}.` }] })),
    );
    expect((await read()).rules).toHaveLength(1);
    await change({ rules: [] });
  });

  test.each([
    { name: '' },
    { name: 'x'.repeat(51) },
    { name: 'two\nlines' },
    { accent: 360 },
    { accent: -1 },
    { accent: 1.5 },
    { registration: 'never' },
    { languages: [] },
    { languages: ['English'] },
    { rules: [{ text: ' ' }] },
    { rules: Array.from({ length: 31 }, () => ({ text: 'x' })) },
    { logo: NOBODY },
    { logo: 'https://evil.example/x.svg' },
    { announcement: 'a\0b' },
  ])('refuses %j', async (body) => {
    const before = await read();
    expect(await codeOf(change(body as never))).toBe('400 bad_input');
    expect(await read()).toEqual(before);
  });

  test('the logo is an own picture, which everybody can load, and a new one replaces it', async () => {
    const picture = await fileOf('logo.png', noise(400, 400).png());
    const first = await upload(alice, picture);
    const { logo } = await change({ logo: first._id });
    const shown = await app.client().fetch(pathOf(String(logo)));
    expect(shown.status).toBe(200);
    expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(320);
    expect((await read()).logo).toBe(logo);

    const foreign = await upload(bob, picture);
    expect(await codeOf(change({ logo: foreign._id }))).toBe('400 bad_input');
    const second = await upload(alice, picture);
    await change({ logo: second._id });
    await vi.waitFor(async () =>
      expect((await mediaFiles(app)).filter((path) => path.includes(first._id))).toEqual([]),
    );
    await change({ logo: null });
    expect((await read()).logo).toBeNull();
    const { unattached } = await app.ctx.db
      .selectFrom('media_usage')
      .select('unattached')
      .where('user_id', '=', alice.id)
      .executeTakeFirstOrThrow();
    expect(unattached).toBe(0);
  });

  test('a logo never moves', async () => {
    const moving = await fileOf('logo.gif', (await animation(3, 400, 400)).gif());
    const { _id } = await upload(alice, moving);
    const { logo } = await change({ logo: _id });
    const { headers } = await app.client().fetch(pathOf(String(logo)));
    const shown = await app.client().fetch(headers.get('location') ?? '');
    expect(shown.status).toBe(200);
    const { pages, width } = await sharp(await shown.arrayBuffer()).metadata();
    expect({ pages, width }).toEqual({ pages: undefined, width: 400 });
    await change({ logo: null });
  });

  test('a logo outlives the sweep of unused uploads', async () => {
    const { _id } = await upload(alice, await fileOf('logo.png', noise(100, 100).png()));
    await change({ logo: _id });
    const row = await app.ctx.db
      .selectFrom('media')
      .select(['used_for', 'is_public'])
      .where('id', '=', _id)
      .executeTakeFirst();
    expect(row).toEqual({ used_for: 'site', is_public: true });
    await change({ logo: null });
  });
});
