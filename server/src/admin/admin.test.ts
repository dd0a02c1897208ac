// Long because its tests share one app, its admin and its members.
import * as addresses from '@roost/contract/addresses';
import * as admin from '@roost/contract/admin';
import * as auth from '@roost/contract/auth';
import type { Sent } from '@roost/contract/endpoint';
import { endpoints } from '@roost/contract/endpoints';
import { listTrending } from '@roost/contract/search';
import { loginSecond } from '@roost/contract/factors';
import { loginPasskey } from '@roost/contract/passkeys';
import { getSite } from '@roost/contract/site';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startAppForFile, withJobs } from '../../test/support/app.ts';
import { castOf, join, PASSWORD } from '../../test/support/cast.ts';
import { animation, fileOf, mediaFiles, noise, pathOf, upload } from '../../test/support/media.ts';
import { tokenIn, waitForMails } from '../../test/support/mailbox.ts';
import { bodyOf, nameOf, named, NOBODY, pathWith } from '../../test/support/requests.ts';
import { refusalOf } from '../../test/support/test-client.ts';
import { changeRole } from '../auth/policy/change-role.ts';
import { transaction } from '../platform/database/transaction.ts';
import { findReset } from '../auth/reset/reset.queries.ts';
import { makeResetLink } from '../auth/reset/send-reset-mail.ts';
import { hashToken } from '../auth/sessions/session-tokens.ts';
import { forceReset } from './people/force-reset.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { finishVideoJob } from '../media/media.jobs.ts';
import { rankHashtagsJob } from '../search/search.jobs.ts';

const app = await startAppForFile(withJobs);
const { alice, bob, carol, dan } = await castOf(app);
const setRole = async (id: string, role: 'member' | 'moderator' | 'admin') =>
  transaction(app.ctx, async (tx) => changeRole(tx, id, role));
await setRole(alice.id, 'admin');
await setRole(dan.id, 'moderator');

const ours = endpoints.filter(({ path }) => path.startsWith('/api/admin'));
const codeOf = async (call: Promise<unknown>) => {
  const { status, body } = await refusalOf(call);
  return `${status} ${body.code}`;
};
const headersOf = (response: Response) =>
  [...response.headers.keys()].filter((name) => name !== 'date').toSorted();

describe('for everybody else the paths do not exist', () => {
  test.each(named(ours))('%s', async (_, endpoint) => {
    const init = { ...bodyOf(endpoint, {}), method: endpoint.method };
    for (const who of [bob, dan]) {
      const answer = await who.client.fetch(pathWith(endpoint, NOBODY), init);
      const unknown = await who.client.fetch('/api/nothing/here', init);
      expect(answer.status, nameOf(endpoint)).toBe(404);
      expect(await answer.text()).toBe(await unknown.text());
      expect(headersOf(answer)).toEqual(headersOf(unknown));
    }
  });

  test('a former admin is a stranger at once', async () => {
    await setRole(carol.id, 'admin');
    await carol.call(admin.getNumbers, {});
    await setRole(carol.id, 'member');
    expect(await codeOf(carol.call(admin.getNumbers, {}))).toBe('404 not_found');
  });
});

test('every change needs a recent proof of who acts', async () => {
  await app.ctx.db
    .updateTable('sessions')
    .set({ proved_at: new Date(0) })
    .where('user_id', '=', alice.id)
    .execute();
  onTestFinished(async () => {
    await app.ctx.db
      .updateTable('sessions')
      .set({ proved_at: new Date() })
      .where('user_id', '=', alice.id)
      .execute();
  });
  const changes: (() => Promise<unknown>)[] = [
    async () => alice.call(admin.setRole, { params: { userId: bob.id }, body: { role: 'admin' } }),
    async () => alice.call(admin.approvePerson, { params: { userId: bob.id } }),
    async () => alice.call(admin.refusePerson, { params: { userId: bob.id } }),
    async () => alice.call(admin.forceReset, { params: { userId: bob.id } }),
    async () => alice.call(admin.makeInvite, { body: {} }),
    async () => alice.call(admin.deleteInvite, { params: { inviteId: NOBODY } }),
    async () => alice.call(admin.updateSite, { body: { name: 'Nest' } }),
    async () => alice.call(admin.setSiteBlocks, { body: { mailDomains: [], addresses: [] } }),
    async () => alice.call(admin.setHiddenTrends, { body: { hidden: [] } }),
  ];
  expect(changes).toHaveLength(ours.filter(({ method }) => method !== 'GET').length);
  for (const change of changes) expect(await codeOf(change())).toBe('403 reauth_required');
});

describe('people', () => {
  const listed = async (query: Sent<typeof admin.listPeople>['query']) =>
    (await alice.call(admin.listPeople, { query })).data.people;
  const names = async (query: object) =>
    (await listed(query)).map(({ username }) => username).toSorted();

  test('are found by the beginning of a word of the name, and by the whole address', async () => {
    expect(await names({ query: 'ALI' })).toEqual(['alice']);
    expect(await names({ query: 'lice' })).toEqual([]);
    expect(await names({ query: 'Bob@Example.org' })).toEqual(['bob']);
    expect(await names({ query: '%' })).toEqual([]);
  });

  test('are found by role and status, with their address', async () => {
    expect(await names({ role: 'admin' })).toEqual(['alice']);
    expect(await names({ status: 'active', role: 'moderator' })).toEqual(['dan']);
    const [person] = await listed({ query: 'bob' });
    expect(person).toMatchObject({
      _id: bob.id,
      email: 'bob@example.org',
      role: 'member',
      status: 'active',
      isInvited: false,
      reason: '',
    });
    expect(person?.lastUsedAt).not.toBeNull();
    await app.ctx.db
      .insertInto('hidden_users')
      .values({ user_id: bob.id, reason: 'suspended', until: new Date(Date.now() + 60_000) })
      .execute();
    onTestFinished(async () => {
      await app.ctx.db.deleteFrom('hidden_users').where('user_id', '=', bob.id).execute();
    });
    expect(await names({ status: 'suspended' })).toEqual(['bob']);
    expect(await names({ status: 'active' })).not.toContain('bob');
  });

  test('come in pages without repetitions', async () => {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { data } = await alice.call(admin.listPeople, {
        query: { limit: 2, ...(cursor && { cursor }) },
      });
      seen.push(...data.people.map(({ _id }) => _id));
      cursor = data.pagination.nextCursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining([alice.id, bob.id, carol.id, dan.id]));
  });

  test('get a role, but not the admin themselves', async () => {
    const grant = async (userId: string, role: 'member' | 'moderator' | 'admin') =>
      alice.call(admin.setRole, { params: { userId }, body: { role } });
    await grant(carol.id, 'moderator');
    expect((await carol.call(auth.getMe, {})).data.role).toBe('moderator');
    await grant(carol.id, 'member');
    expect((await carol.call(auth.getMe, {})).data.role).toBe('member');
    expect(await codeOf(grant(alice.id, 'member'))).toBe('400 self_action');
    expect(await codeOf(grant(NOBODY, 'admin'))).toBe('404 not_found');
  });

  test('a forced reset ends an older link for a new password', async () => {
    const olga = await join(app, 'olga');
    await transaction(app.ctx, async (tx) => {
      const { link } = await makeResetLink(tx, olga.id);
      const tokenHash = hashToken(String(link.split('/').at(-1)));
      expect(await findReset(tx, tokenHash)).toBe(olga.id);
      await forceReset(tx, olga.id);
      expect(await findReset(tx, tokenHash)).toBeUndefined();
    });
  });

  test('a forced reset ends sessions and password, and mails a link', async () => {
    const erin = await join(app, 'erin');
    const before = (await waitForMails(app.dataFolder, 0)).length;
    await alice.call(admin.forceReset, { params: { userId: erin.id } });
    expect(await codeOf(erin.call(auth.getMe, {}))).toBe('401 unauthenticated');
    const login = async (password: string) =>
      app.client().call(auth.login, { body: { email: 'erin', password } });
    expect(await codeOf(login(PASSWORD))).toBe('401 bad_credentials');
    const mail = (await waitForMails(app.dataFolder, before + 1)).at(-1) as string;
    const password = 'quite another passphrase';
    await app.client().call(auth.resetPassword, {
      params: { token: tokenIn(mail) },
      body: { password, confirmpassword: password },
    });
    await login(password);
  });
});

describe('invites', () => {
  test('are listed without their codes while they work', async () => {
    const { data: made } = await alice.call(admin.makeInvite, { body: { uses: 5 } });
    const { data } = await alice.call(admin.listInvites, {});
    expect(JSON.stringify(data)).not.toContain(made.code);
    expect(data.invites).toContainEqual(
      expect.objectContaining({
        _id: made._id,
        uses: 5,
        used: 0,
        createdBy: expect.objectContaining({ username: 'alice' }) as unknown,
      }),
    );
    await alice.call(admin.deleteInvite, { params: { inviteId: made._id } });
    const after = await alice.call(admin.listInvites, {});
    expect(after.data.invites.map(({ _id }) => _id)).not.toContain(made._id);
    expect(await codeOf(alice.call(admin.deleteInvite, { params: { inviteId: made._id } }))).toBe(
      '404 not_found',
    );
  });

  test.each([new Date(0), new Date(Date.now() + 400 * 86_400_000)])(
    'cannot end at %s',
    async (end) => {
      const call = alice.call(admin.makeInvite, { body: { expiresAt: end.toISOString() } });
      expect(await codeOf(call)).toBe('400 bad_input');
    },
  );

  test('a request with a key stores no code', async () => {
    const { data } = await alice.call(admin.makeInvite, { body: {}, idempotencyKey: 'an invite' });
    const rows = await app.ctx.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(data.code);
  });
});

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

describe('blocks of email domains and addresses', () => {
  const block = async (mailDomains: string[], addresses: string[] = []) => {
    onTestFinished(async () => {
      await app.ctx.db
        .updateTable('site_blocks')
        .set({ mail_domains: [], addresses: [] })
        .execute();
      await app.ctx.db
        .updateTable('site_settings')
        .set((is) => ({ blocks_version: is('blocks_version', '+', 1) }))
        .execute();
      app.ctx.site.forget();
    });
    return (await alice.call(admin.setSiteBlocks, { body: { mailDomains, addresses } })).data;
  };
  const register = async (email: string, username = email.split('@')[0]!) =>
    app.client().call(auth.register, {
      body: { username, email, fullName: 'Somebody', password: PASSWORD },
    });

  test('the lists are stored once and in canonical form', async () => {
    const stored = await block(
      ['Spam.Example', '@spam.example', 'a.example'],
      ['192.0.2.7/24', '192.0.2.0/24', '198.51.100.9', '2001:DB8::1/32', '::ffff:203.0.113.5'],
    );
    expect(stored).toEqual({
      mailDomains: ['a.example', 'spam.example'],
      addresses: ['192.0.2.0/24', '198.51.100.9/32', '2001:db8::/32', '203.0.113.5/32'],
    });
    expect((await alice.call(admin.getSiteBlocks, {})).data).toEqual(stored);
  });

  test('nobody registers with a blocked domain or one below it', async () => {
    await block(['spam.example']);
    for (const email of ['one@spam.example', 'two@mail.SPAM.example'])
      expect(await codeOf(register(email))).toBe('403 mail_domain_blocked');
    await register('three@notspam.example');
  });

  test('nobody changes an address to a blocked domain', async () => {
    await block(['spam.example']);
    const change = bob.call(addresses.changeEmail, { body: { email: 'bob@spam.example' } });
    expect(await codeOf(change)).toBe('403 mail_domain_blocked');
  });

  test('nobody registers or signs in from a blocked address', async () => {
    await block([], ['192.0.2.0/24']);
    await app.ctx.db
      .updateTable('site_blocks')
      .set({ addresses: ['127.0.0.0/8'] })
      .execute();
    await app.ctx.db
      .updateTable('site_settings')
      .set((is) => ({ blocks_version: is('blocks_version', '+', 1) }))
      .execute();
    app.ctx.site.forget();
    expect(await codeOf(register('four@example.net'))).toBe('403 address_blocked');
    const login = app.client().call(auth.login, { body: { email: 'bob', password: PASSWORD } });
    expect(await codeOf(login)).toBe('403 address_blocked');
    const second = app.client().call(loginSecond, { body: { challenge: 'any', code: '123456' } });
    expect(await codeOf(second)).toBe('403 address_blocked');
    const response = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' };
    const body = { id: 'AA', rawId: 'AA', type: 'public-key', response } as const;
    expect(await codeOf(app.client().call(loginPasskey, { body }))).toBe('403 address_blocked');
    // A session that is open stays open.
    await bob.call(auth.getMe, {});
  });

  test('admins cannot block themselves', async () => {
    expect(await codeOf(block([], ['127.0.0.1']))).toBe('400 bad_input');
  });

  test.each([
    { mailDomains: ['nodot'], addresses: [] },
    { mailDomains: ['a@b.example'], addresses: [] },
    { mailDomains: [], addresses: ['300.1.1.1'] },
    { mailDomains: [], addresses: ['10.0.0.0/33'] },
    { mailDomains: [], addresses: ['example.org'] },
  ])('refuses %j', async (body) => {
    expect(await codeOf(alice.call(admin.setSiteBlocks, { body }))).toBe('400 bad_input');
  });
});

test('hidden hashtags leave the trending list at once and come back', async () => {
  const trending = async () =>
    (await bob.call(listTrending, {})).hashtags.map(({ _id }) => _id.toLowerCase());
  /** People use a hashtag, and the job ranks it. */
  const rank = async (tag: string) => {
    for (const member of [alice, bob, carol]) await member.post(`About ${tag}`);
    await addJob(app.ctx, rankHashtagsJob, {});
    await vi.waitFor(async () => expect(await trending()).toContain(tag.slice(1)), 10_000);
  };
  const hide = async (hidden: string[]) =>
    (await alice.call(admin.setHiddenTrends, { body: { hidden } })).data.hidden;
  await rank('#bées');
  expect(await hide(['#BEES', 'bees'])).toEqual(['bees']);
  expect(await trending()).not.toContain('bées');
  expect((await alice.call(admin.getHiddenTrends, {})).data.hidden).toEqual(['bees']);
  await rank('#honey');
  expect(await trending()).not.toContain('bées');
  await hide([]);
  await vi.waitFor(async () => expect(await trending()).toContain('bées'), 10_000);
});

test('the numbers count people, posts and storage', async () => {
  const before = (await alice.call(admin.getNumbers, {})).data;
  const frank = await join(app, 'frank');
  await frank.post('counted');
  const { _id } = await frank.post('a post');
  await frank.comment(_id, 'not counted');
  const after = (await alice.call(admin.getNumbers, {})).data;
  expect(after.people).toBe(before.people + 1);
  expect(after.newPeople.day).toBe(before.newPeople.day + 1);
  expect(after.posts).toBe(before.posts + 2);
  expect(after.newPosts.week).toBe(before.newPosts.week + 2);
  expect(after.activePeople.day).toBe(before.activePeople.day + 1);
});

test('jobs are listed by state, newest first, without their content', async () => {
  const add = async (id: string) =>
    addJob(app.ctx, finishVideoJob, { id }, { at: new Date(Date.now() + 3_600_000) });
  for (const id of ['waits', 'fails-for-now', 'failed']) await add(id);
  const spoil = async (id: string, attempts: number) =>
    sql`update graphile_worker._private_jobs set attempts = ${attempts}, last_error = 'a reason'
      where payload->>'id' = ${id}`.execute(app.ctx.db);
  await spoil('fails-for-now', 1);
  await spoil('failed', 3);
  const states = async (query: { failed?: string; limit?: number }) =>
    (await alice.call(admin.listJobs, { query })).data.jobs
      .filter(({ name }) => name === finishVideoJob.name)
      .map(({ state }) => state);
  expect(await states({ limit: 50 })).toEqual(['failed', 'retrying', 'waiting']);
  expect(await states({ failed: '1' })).toEqual(['failed', 'retrying']);
  expect(await states({ failed: '0', limit: 50 })).toHaveLength(3);
  const { data } = await alice.call(admin.listJobs, { query: { limit: 1, failed: '1' } });
  expect(JSON.stringify(data)).not.toContain('fails-for-now');
  const next = await alice.call(admin.listJobs, {
    query: { limit: 1, failed: '1', cursor: String(data.pagination.nextCursor) },
  });
  expect(next.data.jobs.map(({ state }) => state)).toEqual(['retrying']);
  expect((await alice.call(admin.getNumbers, {})).data.failedJobs).toBe(1);
});
