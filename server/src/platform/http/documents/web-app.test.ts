// Long because its tests share one app and its documents.
import { wordsIn } from '#words/platform';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { escapeHtml } from '../../../lib/html-text.ts';
import { readConfig } from '../../../config/config.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { makeServer } from '../server.ts';
import { provideSite, type DocumentSite } from './document-site.ts';
import { webApp } from './web-app.ts';

let folder: string;
let site: DocumentSite;
let app: FastifyInstance;
let secure: FastifyInstance;

const plainSite: DocumentSite = {
  name: 'Nest',
  description: () => 'For birds.',
  mainLanguage: 'en',
  announcement: '',
  accent: 285,
  logo: null,
  vapidKey: null,
  imageOrigin: null,
};

const partsOf = (env: Record<string, string>) => ({
  config: readConfig(env),
  log: pino({ level: 'silent' }),
  metrics: new Metrics(),
});

async function serve(env: Record<string, string>): Promise<FastifyInstance> {
  const server = await makeServer(partsOf(env));
  provideSite(server, async () => site);
  const { config } = partsOf(env);
  await webApp(server, { config, start: async () => null, folder: `${folder}/` });
  return server;
}

beforeAll(async () => {
  site = plainSite;
  folder = await mkdtemp(joinPath(tmpdir(), 'roost-web-'));
  await mkdir(joinPath(folder, 'en/assets'), { recursive: true });
  for (const locale of ['de', 'ar']) await mkdir(joinPath(folder, locale));
  await writeFile(
    joinPath(folder, 'en/index.html'),
    '<!doctype html><head><title>__SITE_NAME__</title><meta property="csp-nonce" nonce="__CSP_NONCE__"><meta name="description" content="__SITE_DESCRIPTION__"><link rel="icon" href="/favicon.svg" type="image/svg+xml" /></head><body></body>',
  );
  await writeFile(
    joinPath(folder, 'en/manifest.webmanifest'),
    '{"name":"Built","start_url":"/home","icons":[{"src":"/icon-192.png"}]}',
  );
  await writeFile(joinPath(folder, 'en/assets/index-abc123.js'), 'export {};');
  await writeFile(joinPath(folder, 'en/theme.js'), 'void 0;');
  for (const locale of ['de', 'ar'])
    await writeFile(joinPath(folder, `${locale}/index.html`), `<html lang="${locale}">`);
  [app, secure] = await Promise.all([serve({}), serve({ PUBLIC_URL: 'https://roost.example' })]);
});
afterAll(async () => {
  await Promise.all([app.close(), secure.close()]);
  await rm(folder, { recursive: true, force: true });
});

const get = async (url: string, from = app) => from.inject({ method: 'GET', url });

/** The directives of a policy, by name. */
function policyOf(header: unknown): Map<string, string[]> {
  return new Map(
    String(header)
      .split(';')
      .filter(Boolean)
      .map((directive) => {
        const [name = '', ...values] = directive.trim().split(/\s+/);
        return [name, values] as const;
      }),
  );
}

describe('every answer', () => {
  test.each(['/', '/home', '/theme.js', '/api/nothing', '/nothing.txt', '/.env'])(
    '%s is guarded',
    async (url) => {
      for (const server of [app, secure]) {
        const { headers } = await get(url, server);
        const policy = policyOf(headers['content-security-policy']);
        for (const [name, values] of policy) {
          expect(values.join(' '), name).not.toMatch(/unsafe-|\*|https?:/);
        }
        expect(policy.get('default-src')).toEqual(["'none'"]);
        for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
          expect(policy.get(name)).toEqual(["'none'"]);
        expect(policy.get('script-src')?.filter((value) => !value.startsWith("'nonce-"))).toEqual([
          "'self'",
        ]);
        expect(policy.has('upgrade-insecure-requests')).toBe(false);
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
        });
        for (const feature of ['camera', 'microphone', 'display-capture']) {
          expect(headers['permissions-policy']).toContain(`${feature}=(self)`);
        }
        expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined();
        const transport = headers['strict-transport-security'];
        if (server === app) expect(transport).toBeUndefined();
        else expect(transport).toMatch(/^max-age=(?:3[1-9]|[4-9]\d)\d{6,}; includeSubDomains/);
      }
    },
  );

  test('scripts and styles have one short policy that forbids everything', async () => {
    const { headers } = await get('/assets/index-abc123.js', secure);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('includeSubDomains'),
    });
    expect(headers['permissions-policy']).toBeUndefined();
  });

  test('has a fresh nonce, and the page uses it', async () => {
    const [one, other] = [await get('/'), await get('/')];
    const nonces = [one, other].map(({ body }) => /nonce="([^"]+)"/.exec(body)?.[1]);
    expect(nonces[0]).toMatch(/^[\w+/=-]{20,}$/);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(String(one.headers['content-security-policy'])).toContain(`'nonce-${nonces[0]}'`);
  });
});

describe('paths', () => {
  test.each([
    '/',
    '/home',
    '/home/profile/alice',
    '/login',
    '/reset-password/abc',
    '/apis',
    '/home?x=/../y',
    '/%',
    '/home/%ff',
    '/home/profile/%E0%A4%A',
    '/home/profile/%E0%A4%A?x=%ff',
  ])('%s is the page, and is not cached', async (url) => {
    const { statusCode, headers } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['cache-control']).toBe('no-store');
  });

  test.each([
    '/.env',
    '/.git/config',
    '/.git/HEAD',
    '/index.html.map',
    '/assets/index-abc123.js.map',
    '/package.json',
    '/assets/',
    '/assets',
    '/server/src/main.ts',
    '/nothing.png',
    '/../package.json',
    '/..%2fpackage.json',
    '/%2eenv',
    '/home/%2Egit/config',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%00.js',
    '/..\\package.json',
    '/debug.log',
    '/api',
    '/api/',
    '/api/debug',
    '/api/nothing',
    '/socket.io',
    '/metrics.txt',
    '/%ff.js',
    '/api/%',
    '/%ff/../../package.json',
    `/assets/${'x'.repeat(5_000)}.js`,
  ])('%s is not found', async (url) => {
    const { statusCode, headers, body } = await get(url);
    if (url === '/assets' || url === '/assets/') return expect(body).not.toContain('index-abc123');
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toMatch(/^application\/json/);
    return expect(JSON.parse(body)).toEqual({
      status: 'fail',
      message: 'Not found.',
      code: 'not_found',
    });
  });

  test('browsers cache hashed files and revalidate others', async () => {
    expect((await get('/assets/index-abc123.js')).headers['cache-control']).toMatch(/immutable/);
    expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache');
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    '/home/%2Fevil.example',
    '/login?next=//evil.example',
    '/..;/',
    '//evil.example/..',
    '/%5cevil.example',
    '/https://evil.example',
    '/%09/evil.example',
  ])('%s does not redirect', async (url) => {
    const { headers, statusCode } = await get(url);
    expect(statusCode < 300 || statusCode >= 400).toBe(true);
    expect(headers['location']).toBeUndefined();
    expect(headers['refresh']).toBeUndefined();
  });

  test('methods other than GET and HEAD have no page', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect((await app.inject({ method, url: '/home' })).statusCode).toBe(404);
    }
  });
});

describe('the language of the page', () => {
  const languageOf = async (headers: Record<string, string>, main = 'en') => {
    site = { ...plainSite, mainLanguage: main };
    onTestFinished(() => void (site = plainSite));
    const answer = await app.inject({ method: 'GET', url: '/login', headers });
    expect(answer.headers['vary']).toMatch(/Cookie, Accept-Language/);
    expect(answer.headers['content-language']).toBeDefined();
    return /<html lang="(\w+)"/.exec(answer.body)?.[1] ?? 'en';
  };

  test.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['fr, ar;q=0.4, de;q=0.3', 'ar'],
    ['de;q=0.2, ar;q=0.8', 'ar'],
    ['ar;q=0, de;q=0.1', 'de'],
    ['DE', 'de'],
    ['fr', 'en'],
    ['', 'en'],
    ['*', 'en'],
    [';;;=,,q=1,de;q=x', 'en'],
  ])('for the browser’s wish %s it is %s', async (wish, language) => {
    expect(await languageOf({ 'Accept-Language': wish })).toBe(language);
  });

  test('without a usable wish it is the main language of the site', async () => {
    expect(await languageOf({}, 'de')).toBe('de');
    expect(await languageOf({ 'Accept-Language': '*' }, 'de-AT')).toBe('de');
    expect(await languageOf({ 'Accept-Language': 'fr' }, 'ar')).toBe('ar');
    expect(await languageOf({}, 'fr')).toBe('en');
    expect(await languageOf({ 'Accept-Language': `de${',a'.repeat(300)}` }, 'ar')).toBe('ar');
  });

  test('the cookie of this browser goes before its wish, if Roost has its language', async () => {
    const wish = { 'Accept-Language': 'de' };
    expect(await languageOf({ ...wish, Cookie: 'roost-language=ar' })).toBe('ar');
    expect(await languageOf({ ...wish, Cookie: 'roost-language=../../etc' })).toBe('de');
  });

  test('a language that was not built shows the English page', async () => {
    expect(await languageOf({ 'Accept-Language': 'es' })).toBe('en');
  });
});

describe('odd paths', () => {
  test('HEAD gets the page too', async () => {
    const { statusCode } = await app.inject({ method: 'HEAD', url: '/home' });
    expect(statusCode).toBe(200);
  });

  test('the server does not decode a fragment', async () => {
    expect((await get('/a#%ff')).statusCode).toBe(200);
  });

  test.each(['/api/users/%ff', `/api/posts/${'x'.repeat(400)}`])(
    '%s is refused under a policy',
    async (url) => {
      const { statusCode, headers } = await get(url);
      expect(statusCode).toBe(404);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );
});

test('an unreadable page stops the start', async () => {
  const webFolder = await mkdtemp(joinPath(tmpdir(), 'roost-web-'));
  onTestFinished(() => rm(webFolder, { recursive: true, force: true }));
  const server = await makeServer(partsOf({}));
  onTestFinished(() => server.close());
  await mkdir(joinPath(webFolder, 'en/index.html'), { recursive: true });
  const { config } = partsOf({});
  const start = async () => null;
  await expect(webApp(server, { config, start, folder: `${webFolder}/` })).rejects.toThrow(
    'EISDIR',
  );
});

describe('the site', () => {
  const show = (shown: Partial<DocumentSite>) => {
    site = { ...plainSite, ...shown };
    onTestFinished(() => void (site = plainSite));
  };
  const dataOf = (body: string) =>
    JSON.parse(/<script type="application\/json" id="site">(.*?)<\/script>/.exec(body)?.[1] ?? '');

  test('name, description and accent colour stand in the page', async () => {
    show({ accent: 120, announcement: 'The nest moves.' });
    const { body, headers } = await get('/');
    expect(body).toContain('<title>Nest</title>');
    expect(body).toContain('content="For birds."');
    expect(body).toContain('href="/favicon.svg"');
    const [, nonce] =
      /<style nonce="([^"]+)">:root\{--accent-hue:120;--accent-scale:[\d.]+\}<\/style>/.exec(
        body,
      ) ?? [];
    expect(String(headers['content-security-policy'])).toContain(`'nonce-${nonce}'`);
    expect(dataOf(body)).toEqual({
      name: 'Nest',
      description: 'For birds.',
      announcement: 'The nest moves.',
      logo: null,
      vapidKey: null,
    });
  });

  test('a logo is the icon of the page and of the installed app', async () => {
    show({ logo: '/media/x/320.webp' });
    const { body } = await get('/');
    expect(body).toContain('<link rel="icon" href="/media/x/320.webp" />');
    expect(body).not.toContain('favicon.svg');
    expect((await get('/manifest.webmanifest')).json()).toMatchObject({
      icons: [{ src: '/media/x/320.webp' }],
    });
  });

  test.each(['</title><script>alert(1)</script>', `"><img src=x>`, `$& $' $1`, '__CSP_NONCE__'])(
    'the name %s stays text',
    async (name) => {
      show({ name, description: () => name });
      const { body } = await get('/');
      expect(dataOf(body)).toMatchObject({ name, description: name });
      const outside = body.replace(/<script type="application\/json".*<\/script>/, '');
      expect(outside).not.toMatch(/<script|<img/);
      expect(outside).toContain(`<title>${escapeHtml(name)}</title>`);
    },
  );

  test('the manifest has the name and the description', async () => {
    const { headers, body } = await get('/manifest.webmanifest');
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
    expect(headers['cache-control']).toBe('no-cache');
    expect(JSON.parse(body)).toEqual({
      name: 'Nest',
      short_name: 'Nest',
      description: 'For birds.',
      start_url: '/home',
      icons: [{ src: '/icon-192.png' }],
      shortcuts: [
        { name: 'New post', url: '/home?compose' },
        { name: 'Messages', url: '/home/message' },
        { name: 'Notifications', url: '/home/noti' },
        { name: 'Search', url: '/home/search' },
      ],
    });
  });

  test('the manifest has one language, the main one of the site', async () => {
    show({ mainLanguage: 'de-AT', description: (locale) => `For readers of ${locale}.` });
    const { description, shortcuts } = (await get('/manifest.webmanifest')).json();
    expect(description).toBe('For readers of de.');
    expect(shortcuts).toContainEqual({ name: wordsIn('de').messages, url: '/home/message' });
  });
});
