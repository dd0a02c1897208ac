import { wordsIn } from '#words/platform';
import { describe, expect, test } from 'vitest';
import { buildWebApp } from '../../../../test/support/web-app.ts';
import { escapeHtml } from '../../../lib/html-text.ts';

const { serve, show } = await buildWebApp();
const app = await serve();
const get = async (url: string) => app.inject({ method: 'GET', url });

describe('the site', () => {
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
