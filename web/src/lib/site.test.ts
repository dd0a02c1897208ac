import { expect, test } from 'vitest';
import { parseSite, site } from './site.ts';

const plain = { name: 'Roost', description: '', announcement: '', logo: null, vapidKey: null };

test('without a document, the site has the defaults', () => {
  expect(site).toEqual(plain);
});

test.each([
  [
    '{"name":"Nest","description":"For birds.","announcement":"Hi","logo":"/media/x/320.webp"}',
    {
      name: 'Nest',
      description: 'For birds.',
      announcement: 'Hi',
      logo: '/media/x/320.webp',
      vapidKey: null,
    },
  ],
  ['{"name":"Nest"}', { ...plain, name: 'Nest' }],
  ['not JSON', plain],
  [null, plain],
])('%s is read', (text, expected) => {
  expect(parseSite(text)).toEqual(expected);
});
