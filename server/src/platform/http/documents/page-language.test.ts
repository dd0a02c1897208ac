import { describe, expect, test } from 'vitest';
import { buildWebApp } from '../../../../test/support/web-app.ts';

const { serve, show } = await buildWebApp();
const app = await serve();

describe('the language of the page', () => {
  const languageOf = async (headers: Record<string, string>, main = 'en') => {
    show({ mainLanguage: main });
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
