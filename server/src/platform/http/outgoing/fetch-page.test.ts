import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sendHtml, startOtherSite } from '../../../../test/support/other-site.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { decodePage } from './decode-page.ts';
import { fetchPage } from './fetch-page.ts';

const metrics = new Metrics();
const read = async (url: string, fetchPages: 'public' | 'local' | 'off' = 'local') =>
  fetchPage({ config: { fetchPages }, metrics }, url);

test('the setting says which sites are read', async () => {
  let connections = 0;
  const site = await startOtherSite(
    (_, response) => sendHtml(response, 'secret'),
    () => (connections += 1),
  );
  expect(await read(site, 'off')).toBeNull();
  expect(await read(site, 'public')).toBeNull();
  expect(await read(site.replace('http:', 'https:'), 'public')).toBeNull();
  expect(connections).toBe(0);
  expect(await read('https://10.0.0.1/')).toBeNull();
  expect(await read(site)).toEqual({ url: `${site}/`, html: 'secret' });
  expect(connections).toBe(1);
});

test('only the start of a page is read, and only of pages', async () => {
  const site = await startOtherSite((request, response) => {
    const type = request.url === '/picture' ? 'image/png' : 'text/html';
    response.writeHead(request.url === '/broken' ? 500 : 200, { 'Content-Type': type });
    if (request.url !== '/endless') {
      response.end('x');
      return;
    }
    const write = () => {
      while (!response.destroyed && response.write('ä'.repeat(10_000)));
    };
    response.on('drain', write);
    write();
  });
  expect((await read(`${site}/endless`))?.html.length).toBe(256 * 1_024);
  expect(await read(`${site}/picture`)).toBeNull();
  expect(await read(`${site}/broken`)).toBeNull();
});

test('a page is followed three times, decoded, and named by its last address', async () => {
  const site = await startOtherSite((request, response) => {
    const step = Number(request.url?.slice(1));
    if (step < 4) response.writeHead(301, { Location: `/${step + 1}` }).end();
    else
      response
        .writeHead(200, {
          'Content-Type': 'text/html; charset=iso-8859-1',
          'Content-Encoding': 'gzip',
        })
        .end(gzipSync(Buffer.from('grün', 'latin1')));
  });
  expect(await read(`${site}/1`)).toEqual({ url: `${site}/4`, html: 'grün' });
  expect(await read(`${site}/0`)).toBeNull();
});

test('a site that does not answer, or stops within its page, is given up', async () => {
  const site = await startOtherSite((request, response) => {
    if (request.url === '/stops')
      response.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>');
  });
  expect(await Promise.all([read(`${site}/silent`), read(`${site}/stops`)])).toEqual([null, null]);
}, 20_000);

test.each([
  ['its type', [0xe4], 'text/html; charset="windows-1252"', 'ä'],
  [
    'its beginning',
    Buffer.from('<meta charset=windows-1252>\u00e4', 'latin1'),
    'text/html',
    '<meta charset=windows-1252>ä',
  ],
  [
    'its second meta',
    Buffer.from('<meta name=a><meta http-equiv=b content="c; charset=latin1">\u00e4', 'latin1'),
    'text/html',
    '<meta name=a><meta http-equiv=b content="c; charset=latin1">ä',
  ],
  ['neither', Buffer.from('ä日'), 'text/html', 'ä日'],
  ['an unknown name', Buffer.from('ä'), 'text/html; charset=klingon', 'ä'],
  ['a mark of UTF-8', Buffer.from('\ufeffä'), undefined, 'ä'],
  ['half a character at the end', Buffer.from('aä').subarray(0, 2), undefined, 'a'],
])('the encoding of a page: %s', (_, bytes, type, text) => {
  expect(decodePage(Buffer.from(bytes), type)).toBe(text);
});
