import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { getMe, logout } from '@roost/contract/auth';
import { getFeed } from '@roost/contract/feed';
import { locales } from '@roost/contract/locales';
import { rateLimits } from '@roost/contract/rate-limits';
import { updateUser } from '@roost/contract/users';
import { afterAll, describe, expect, test } from 'vitest';
import { startAppForFile, startAppForTest, type TestApp } from '../../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../../test/support/cast.ts';
import { countStatements } from '../../../../test/support/statements.ts';

const webFolder = `${await mkdtemp(joinPath(tmpdir(), 'roost-start-'))}/`;
const plain = '<!doctype html><meta nonce="__CSP_NONCE__"><body><div id="root"></div></body>';
for (const locale of locales) {
  const page = plain.replace('<meta', `<html lang="${locale}"><meta`);
  await mkdir(`${webFolder}${locale}`);
  await writeFile(`${webFolder}${locale}/index.html`, page);
  await writeFile(
    `${webFolder}${locale}/members.html`,
    page.replace('<meta', '<link rel="early"><meta'),
  );
}
afterAll(() => rm(webFolder, { recursive: true, force: true }));

const app = await startAppForFile({}, { webFolder });
const [alice, bob, carol] = (await crowdOf(app, 3, 'start')) as [Member, Member, Member];

interface Start {
  me: { data: { _id: string } } | null;
  feed?: { data: { posts: { content: string }[] } };
}

async function open(who: { fetch: Member['client']['fetch'] }, path = '/home', init?: RequestInit) {
  const response = await who.fetch(path, init);
  const html = await response.text();
  const [, json] = /<script type="application\/json" id="start">(.*?)<\/script>/s.exec(html) ?? [];
  return { response, html, start: json === undefined ? null : (JSON.parse(json) as Start) };
}

describe('the document of a signed-in person', () => {
  test('contains the same answers as the routes', async () => {
    await bob.post('from bob');
    await alice.follow(bob);
    const { start, html, response } = await open(alice.client);
    expect(start).toEqual({ me: await alice.call(getMe, {}), feed: await alice.call(getFeed, {}) });
    expect(start?.feed?.data.posts.map((post) => post.content)).toContain('from bob');
    expect(html).toContain('rel="early"');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('vary')).toMatch(/cookie/i);
  });

  test.each(['/', '/home', '/home/', '/home?x=1'])('%s has the feed', async (path) => {
    expect((await open(alice.client, path)).start?.feed).toBeDefined();
  });

  test.each(['/home/search', '/home/profile/x', '/premium', '/login', '/homes'])(
    '%s has the session only',
    async (path) => {
      const { start } = await open(alice.client, path);
      expect(start?.me?.data._id).toBe(alice.id);
      expect(start).not.toHaveProperty('feed');
    },
  );

  test('shows each viewer only visible posts', async () => {
    await bob.post('for followers of bob', 'followers');
    const seenBy = async (member: Member) =>
      (await open(member.client)).start?.feed?.data.posts.map((post) => post.content) ?? [];
    expect(await seenBy(alice)).toContain('for followers of bob');
    expect(await seenBy(carol)).not.toContain('for followers of bob');
    await bob.toggleBlock(alice);
    expect((await seenBy(alice)).filter((content) => content.includes('bob'))).toEqual([]);
    await bob.toggleBlock(alice);
  });

  test.each([
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '</SCRIPT x>',
    ']]></body>',
    "$& $' $` $1 __CSP_NONCE__ \u2028 and \u2029 end",
  ])('%s stays text', async (content) => {
    await carol.post(content);
    const { start, html } = await open(carol.client);
    expect(start?.feed?.data.posts.map((post) => post.content)).toContain(content);
    // The blocks of the site and of the data are the only scripts in this page, and the content does not end them.
    expect(html.match(/<\/?script/gi)).toEqual(['<script', '</script', '<script', '</script']);
    expect(html.indexOf('<!--')).toBe(-1);
    expect(html.endsWith('</script></body>')).toBe(true);
  });

  test('contains no script and keeps the content policy', async () => {
    const [withStart, without] = [await open(alice.client), await open(app.client())];
    const policy = (from: Response) =>
      from.headers.get('content-security-policy')?.replaceAll(/'nonce-[^']+'/g, '<nonce>');
    expect(policy(withStart.response)).toBe(policy(without.response));
    expect(policy(withStart.response)).not.toMatch(/unsafe/);
  });
});

describe('a document has no person’s data for', () => {
  const expectPlain = async (opened: ReturnType<typeof open>) => {
    const { response, html, start } = await opened;
    expect(response.status).toBe(200);
    expect(start).toBeNull();
    expect(html).not.toContain('rel="early"');
    expect(response.headers.get('cache-control')).toBe('no-store');
  };

  test('signed-out people, and says that nobody is signed in', async () => {
    const { start, html, response } = await open(app.client());
    expect(start).toEqual({ me: null });
    expect(html).not.toContain('rel="early"');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['a session that is over', 'over'],
    ['a cookie that never was a session', 'made-up'],
    ['a cookie too long for one', 'x'.repeat(200)],
  ])('%s, says that nobody is signed in, and keeps the cookie', async (_, token) => {
    const client = app.client();
    client.cookie = token === 'over' ? await endedCookie() : `roost=${token}`;
    const { start, html, response } = await open(client);
    expect(response.status).toBe(200);
    expect(start).toEqual({ me: null });
    expect(html).not.toContain('rel="early"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    // Another tab may have signed in meanwhile. Then this would clear its new cookie.
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  const endedCookie = async () => {
    const [dan] = (await crowdOf(app, 1, 'over')) as [Member];
    const { cookie } = dan.client;
    await dan.call(logout, {});
    return cookie;
  };

  test('a HEAD request', async () => {
    await expectPlain(open(alice.client, '/home', { method: 'HEAD' }));
  });

  test.each(['iframe', 'script', 'empty', 'image'])('another page’s %s', async (destination) => {
    await expectPlain(open(alice.client, '/home', { headers: { 'Sec-Fetch-Dest': destination } }));
  });

  test('everybody while the database is unreachable', async () => {
    const broken = await startAppForTest({}, { webFolder });
    const [member] = (await crowdOf(broken, 1)) as [Member];
    expect((await open(member.client)).start).not.toBeNull();
    await broken.ctx.db.destroy();
    const opened = open(member.client);
    await expectPlain(opened);
    // The server cannot know whether the session has ended.
    expect((await opened).response.headers.getSetCookie()).toEqual([]);
  });
});

describe('the language of a document', () => {
  const languageOf = async (who: { fetch: Member['client']['fetch'] }, headers: object = {}) => {
    const { html, response } = await open(who, '/home', { headers: { ...headers } });
    expect(response.headers.get('content-language')).toBe(/lang="(\w+)"/.exec(html)?.[1]);
    return response.headers.get('content-language');
  };
  const german = { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.5' };

  test('is what a member chose, whatever the browser asks for, without another statement', async () => {
    const [dora] = (await crowdOf(app, 1, 'dora')) as [Member];
    const before = await countStatements(app, () => open(dora.client));
    await dora.call(updateUser, { body: { language: 'hi' } });
    expect(await languageOf(dora.client, german)).toBe('hi');
    expect(await countStatements(app, () => open(dora.client))).toBe(before);
  });

  test('of a member whose language Roost does not have is what the browser asks for', async () => {
    const [emil] = (await crowdOf(app, 1, 'emil')) as [Member];
    await emil.call(updateUser, { body: { language: 'fi' } });
    expect(await languageOf(emil.client, german)).toBe('de');
  });

  test('of a member stays in a cookie, for pages without the session', async () => {
    const [fred] = (await crowdOf(app, 1, 'fred')) as [Member];
    await fred.call(updateUser, { body: { language: 'ar' } });
    const { response } = await open(fred.client);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^roost-language=ar; Max-Age=34560000; Path=\/; SameSite=Lax$/),
    ]);
    const Cookie = `${fred.client.cookie}; roost-language=ar`;
    const again = await fetch(`${app.address}/home`, { headers: { Cookie } });
    expect(again.headers.getSetCookie()).toEqual([]);
  });
});

test('start data costs points of the limit `reads`; without points it is absent', async () => {
  const limited: TestApp = await startAppForTest({ RATE_LIMITS: 'on' }, { webFolder });
  const [member] = (await crowdOf(limited, 1)) as [Member];
  const left = async () =>
    Number((await member.client.fetch('/api/posts/feed')).headers.get('ratelimit-remaining'));
  const before = await left();
  const { response } = await open(member.client);
  expect(response.headers.has('ratelimit-remaining')).toBe(false);
  expect(await left()).toBe(before - 3);
  for (let taken = 0; taken < rateLimits.reads.points; taken += 1)
    await limited.ctx.limiter.allows('reads', member.id);
  const refused = await open(member.client);
  expect(refused.response.status).toBe(200);
  expect(refused.start).toBeNull();
  expect(refused.response.headers.getSetCookie()).toEqual([]);
});
