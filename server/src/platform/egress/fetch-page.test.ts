import { expect, test } from 'vitest';
import { sendHtml, startOtherSite } from '../../../test/support/other-site.ts';
import { fetchPage } from './fetch-page.ts';

const read = async (url: string, fetchPages: 'public' | 'local' | 'off' = 'local') =>
  fetchPage({ config: { fetchPages } }, url);

test('a private address gets no connection', async () => {
  let connections = 0;
  const site = await startOtherSite(
    (_, response) => sendHtml(response, 'secret'),
    () => (connections += 1),
  );
  const { port } = new URL(site);
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0.0.0.0'];
  for (const host of hosts) expect(await read(`https://${host}:${port}/`, 'public')).toBeNull();
  expect(await read(site, 'public')).toBeNull();
  expect(await read(site, 'off')).toBeNull();
  expect(connections).toBe(0);
  expect(await read(site)).toEqual({ url: site, html: 'secret' });
  expect(connections).toBe(1);
});

test.each(['file:///etc/passwd', 'ftp://localhost/', 'http://a:b@localhost/', 'nonsense'])(
  '%s is no address of a page',
  async (url) => {
    expect(await read(url)).toBeNull();
  },
);

test('only the start of a page is read, and only of pages', async () => {
  const site = await startOtherSite((request, response) => {
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

test('a site that does not answer, or stops within its page, is given up', async () => {
  const site = await startOtherSite((request, response) => {
    if (request.url === '/stops')
      response.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>');
  });
  expect(await Promise.all([read(`${site}/silent`), read(`${site}/stops`)])).toEqual([null, null]);
}, 20_000);
