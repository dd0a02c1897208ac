import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startAppForFile } from '../../../../test/support/app.ts';
import { join } from '../../../../test/support/cast.ts';

const webFolder = `${await mkdtemp(joinPath(tmpdir(), 'roost-worker-'))}/`;
const page = (locale: string, mark: string) =>
  `<!doctype html><html lang="${locale}"><head><title>__SITE_NAME__</title></head><body>${mark}</body></html>`;
for (const locale of ['en', 'de']) {
  await mkdir(`${webFolder}${locale}`);
  await writeFile(`${webFolder}${locale}/index.html`, page(locale, 'page'));
  await writeFile(`${webFolder}${locale}/app-shell.html`, page(locale, 'shell'));
  await writeFile(`${webFolder}${locale}/service-worker.js`, 'built();');
}
afterAll(() => rm(webFolder, { recursive: true, force: true }));

const app = await startAppForFile({}, { webFolder });
const off = await startAppForFile({ SERVICE_WORKER: 'off' }, { webFolder });
const alice = await join(app, 'alice');

test('browsers look for a new service worker each time, and its own policy lets it fetch', async () => {
  const response = await app.client().fetch('/service-worker.js');
  expect(await response.text()).toBe('built();');
  expect(response.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(response.headers.get('content-security-policy')).toContain("connect-src 'self'");
});

test('the policy of a page allows the service worker of this site alone', async () => {
  const { headers } = await app.client().fetch('/home');
  expect(headers.get('content-security-policy')).toContain("worker-src 'self'");
});

test('the document that browsers keep has the site, and never the person who asks for it', async () => {
  const member = await alice.client.fetch('/app-shell');
  const visitor = await app.client().fetch('/app-shell');
  const [ofMember, ofVisitor] = [await member.text(), await visitor.text()];
  const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]+"/g, '');
  expect(ofMember).toContain('shell');
  expect(ofMember).toContain('id="site"');
  expect(ofMember).not.toContain('id="start"');
  expect(withoutNonce(ofMember)).toBe(withoutNonce(ofVisitor));
  // The same person has start data on another page, so the comparison can fail.
  expect(await (await alice.client.fetch('/home')).text()).toContain('id="start"');
});

test('the document is in the language of the reader', async () => {
  const headers = { 'accept-language': 'de-AT' };
  const response = await app.client().fetch('/app-shell', { headers });
  expect(await response.text()).toContain('<html lang="de"');
  expect(response.headers.get('content-language')).toBe('de');
});

test('SERVICE_WORKER=off sends a worker that deletes what the app has kept, and itself', async () => {
  const response = await off.client().fetch('/service-worker.js');
  const code = await response.text();
  expect(code).not.toContain('built');
  for (const part of ['caches.delete', 'deleteDatabase', 'unregister', 'skipWaiting'])
    expect(code).toContain(part);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(response.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
});

test('a share from a phone without a service worker opens the app, from any origin', async () => {
  const response = await fetch(`${app.address}/share`, {
    method: 'POST',
    body: new FormData(),
    redirect: 'manual',
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/home?shared');
});
