import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Updateable } from 'kysely';
import { v7 as newId } from 'uuid';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startAppForFile, startAppForTest } from '../../test/support/app.ts';
import { StartError } from '../config/start-error.ts';
import type { Tables } from '../platform/database/tables.ts';

const NAMES = [
  'privacy',
  'terms-and-conditions',
  'cancellation-and-refunds',
  'shipping',
  'contact-us',
];

const folder = await mkdtemp(join(tmpdir(), 'roost-pages-'));
afterAll(() => rm(folder, { recursive: true }));
const app = await startAppForFile({ PAGES_DIR: folder, ACTIVITY_DAYS: '12' });

const read = async (path: string) => app.client().fetch(path);

test.each(NAMES)('/%s/ is there for everyone and runs no scripts', async (name) => {
  const response = await read(`/${name}/`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|unsafe|https?:/);
  const html = await response.text();
  expect(html).toMatch(/<h1>[A-Z]/);
  for (const other of NAMES.filter((each) => each !== name))
    expect(html).toContain(`href="/${other}/"`);
  const bare = await read(`/${name}`);
  expect([bare.status, bare.headers.get('location')]).toEqual([308, `/${name}/`]);
});

test('the operator’s text replaces ours at once, without HTML', async () => {
  const file = join(folder, 'shipping.md');
  await writeFile(
    file,
    '# By pigeon\n\n<script>alert(1)</script> <img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](/privacy/) [c](data:text/html,x)',
  );
  const html = await (await read('/shipping/')).text();
  expect(html).toContain('<h1>By pigeon</h1>');
  expect(html).not.toMatch(/<script|<img|href="(?:javascript|data)/i);
  expect(html).toContain('<a href="/privacy/">b</a>');
  await rm(file);
  expect(await (await read('/shipping/')).text()).toContain('<h1>Shipping</h1>');
});

describe('the language of a page', () => {
  const readIn = async (language: string, path: string) => {
    const response = await app
      .client()
      .fetch(path, { headers: { 'Accept-Language': `${language}, en;q=0.5` } });
    expect(response.headers.get('vary')).toMatch(/Accept-Language/);
    return response.text();
  };

  test.each(NAMES)('/%s/ is in the reader’s language', async (name) => {
    const english = await readIn('en', `/${name}/`);
    expect(english).toContain('<html lang="en" dir="ltr">');
    const arabic = await readIn('ar', `/${name}/`);
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(/<h1>\p{Script=Arabic}/u.test(arabic)).toBe(true);
  });

  test('the operator’s text for a language goes first, then the one for all', async () => {
    await mkdir(join(folder, 'de'));
    await writeFile(join(folder, 'de/shipping.md'), '# Mit der Brieftaube');
    expect(await readIn('de', '/shipping/')).toContain('<h1>Mit der Brieftaube</h1>');
    expect(await readIn('es', '/shipping/')).not.toContain('<h1>By pigeon</h1>');
    await writeFile(join(folder, 'shipping.md'), '# By pigeon');
    expect(await readIn('es', '/shipping/')).toContain('<h1>By pigeon</h1>');
    expect(await readIn('de', '/shipping/')).toContain('<h1>Mit der Brieftaube</h1>');
    await rm(join(folder, 'de'), { recursive: true });
    await rm(join(folder, 'shipping.md'));
  });
});

test('the server does not start if PAGES_DIR is missing', async () => {
  await expect(startAppForTest({ PAGES_DIR: join(folder, 'nowhere') })).rejects.toThrow(StartError);
});

test('the privacy page says how long addresses and recent activity are kept', async () => {
  expect(await (await read('/privacy/')).text()).toContain('are kept for 12 days');
});

describe('the site', () => {
  const set = async (change: Updateable<Tables['site_settings']>) => {
    await app.ctx.db.updateTable('site_settings').set(change).execute();
    app.ctx.site.forget();
    onTestFinished(async () => {
      await app.ctx.db
        .updateTable('site_settings')
        .set({ name: null, contact: '', accent: null, logo: null })
        .execute();
      app.ctx.site.forget();
    });
  };
  const textOf = async (path: string) => (await read(path)).text();

  test('name, accent colour and logo are on every page', async () => {
    const logo = newId();
    await set({ name: 'Nest & <b>Sons</b>', accent: 120, logo });
    for (const name of NAMES) {
      const html = await textOf(`/${name}/`);
      expect(html).toContain(' / Nest &amp; &lt;b&gt;Sons&lt;/b&gt;</title>');
      expect(html).toContain('--accent-hue:120;');
      expect(html).toContain(`<img src="/media/${logo}/320.webp" alt="">`);
      expect(html).not.toContain('<b>Sons');
      expect(html).not.toContain('{{');
    }
  });

  test.each([
    ['# *Nest*', '# *Nest* is run by'],
    ['[a](https://evil.example)', '[a](https://evil.example) is run by'],
    ['<script>', '&lt;script&gt; is run by'],
    ['a\\b _c_ `d` & e', 'a\\b _c_ `d` &amp; e is run by'],
  ])('the name %s stays text', async (name, text) => {
    await set({ name });
    expect(await textOf('/privacy/')).toContain(`<p>${text}`);
  });

  test.each([
    ['', 'has not said yet'],
    ['birds@nest.example', '<a href="mailto:birds@nest.example">birds@nest.example</a>'],
    ['https://nest.example/help', '<a href="https://nest.example/help">'],
    ['javascript:alert(1)', 'at javascript:alert(1).'],
    ['the *office* <b>', 'the *office* &lt;b&gt;'],
  ])('the contact %j is on its page', async (contact, shown) => {
    await set({ contact });
    expect(await textOf('/contact-us/')).toContain(shown);
  });
});
