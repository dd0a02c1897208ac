import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as users from '@roost/contract/users';
import { expect, onTestFinished, test } from 'vitest';
import { startAppForTest, withJobs } from '../../../test/support/app.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import { fetchPage } from '../../platform/egress/fetch-page.ts';
import { linksBack } from './links-back.ts';

const origin = 'https://our.example';

/** Starts another site on this machine. Returns its address. */
async function startSite(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const site = createServer(answer);
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

const html = (response: ServerResponse, text: string) =>
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(text);

async function setLinks(member: Member, links: string[]): Promise<void> {
  await member.call(users.updateUser, { body: { links: JSON.stringify(links) } });
}

const linksOf = async (viewer: Member, username: string) =>
  users.profile.parse((await viewer.call(users.getUser, { params: { username } })).data.user).links;

test('a link is verified once its page links back to the profile', async () => {
  const app = await startAppForTest({
    ...withJobs,
    PUBLIC_URL: origin,
    FETCH_PAGES: 'local',
  });
  const [alice, bob] = [await join(app, 'alice'), await join(app, 'bob')];
  const asked: string[] = [];
  const site = await startSite((request, response) => {
    asked.push(request.headers.cookie ?? '', request.url ?? '');
    if (request.url === '/moved') response.writeHead(302, { Location: '/mine' }).end();
    else if (request.url === '/mine')
      html(response, `<p><a rel="nofollow ME" href="${origin}/home/profile/Alice/">me</a>`);
    else html(response, `<a rel="me" href="${origin}/home/profile/bob">somebody else</a>`);
  });
  await setLinks(alice, [`${site}/mine`, `${site}/moved`, `${site}/other`]);
  await expect
    .poll(() => linksOf(bob, 'alice'), { timeout: 10_000 })
    .toEqual([
      { url: `${site}/mine`, verified: true },
      { url: `${site}/moved`, verified: true },
      { url: `${site}/other`, verified: false },
    ]);
  expect(asked.filter((each) => each !== '').toSorted()).toEqual([
    '/mine',
    '/mine',
    '/moved',
    '/other',
  ]);
  // A changed list is verified anew.
  await setLinks(alice, [`${site}/other`]);
  expect(await linksOf(bob, 'alice')).toEqual([{ url: `${site}/other`, verified: false }]);
});

test.each([
  ['an anchor', '<a href="https://our.example/home/profile/alice" rel="me">', true],
  ['a link in the head', '<link rel=me href=https://our.example/home/profile/ALICE?x#y>', true],
  ['another relation', '<a href="https://our.example/home/profile/alice" rel="friend">', false],
  ['a comment', '<!-- <a href="https://our.example/home/profile/alice" rel="me"> -->', false],
  ['a script', '<script>"<a href=https://our.example/home/profile/alice rel=me>"</script>', false],
  ['another site', '<a href="https://our.example.net/home/profile/alice" rel="me">', false],
  ['another person', '<a href="https://our.example/home/profile/alice2" rel="me">', false],
  ['a broken address', '<a href="https://" rel="me">', false],
])('%s links back: %s', (_, page, expected) => {
  const target = `${origin}/home/profile/alice`;
  expect(linksBack({ url: 'https://other.example/', html: page }, target)).toBe(expected);
});

test('a private address is never read', async () => {
  let count = 0;
  const site = await startSite((_, response) => {
    count += 1;
    html(response, 'secret');
  });
  const { port } = new URL(site);
  const read = async (url: string) => fetchPage({ config: { fetchPages: 'public' } }, url);
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0.0.0.0'];
  for (const host of hosts) expect(await read(`https://${host}:${port}/`), host).toBeNull();
  // Plain http is not read in public either.
  expect(await read(site)).toBeNull();
  for (const url of ['file:///etc/passwd', 'https://a:b@127.0.0.1/', 'nonsense'])
    expect(await fetchPage({ config: { fetchPages: 'local' } }, url), url).toBeNull();
  expect(count).toBe(0);
});

test('only the start of a page is read, and only of pages', async () => {
  const read = async (url: string) => fetchPage({ config: { fetchPages: 'local' } }, url);
  const site = await startSite((request, response) => {
    if (request.url === '/endless') {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      const write = () => {
        while (!response.destroyed && response.write('ä'.repeat(10_000)));
      };
      response.on('drain', write);
      write();
    } else if (request.url === '/loop') response.writeHead(301, { Location: '/loop' }).end();
    else if (request.url === '/picture')
      response.writeHead(200, { 'Content-Type': 'image/png' }).end('x');
    else response.writeHead(500, { 'Content-Type': 'text/html' }).end('x');
  });
  expect((await read(`${site}/endless`))?.html.length).toBe(256 * 1_024);
  expect(await read(`${site}/loop`)).toBeNull();
  expect(await read(`${site}/picture`)).toBeNull();
  expect(await read(`${site}/broken`)).toBeNull();
});
