import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { findHighlights, parseSearch } from '@roost/contract/text/search-query';
import * as text from '@roost/contract/text/text';
import { textParts } from '@roost/contract/text/text-parts';
import * as words from '@roost/contract/text/words';
import { escapeHtml } from '../server/src/lib/html-text.ts';
import { spokenName } from '../server/src/platform/http/uploads/file-names.ts';
import { vectorOf } from '../server/src/posts/search-index/search-words.ts';
import { oneLine } from '../server/src/platform/mail/plain-text.ts';
import { findEntities } from '../server/src/posts/entities/find-entities.ts';
import { errorText } from '../web/src/lib/api/api-error.ts';
import { previewOf } from '../web/src/features/chat/conversations/message-preview.ts';
import { bookmarkFilter } from '../web/src/features/posts/list/bookmark-filter.ts';
import { tokenAt } from '../web/src/features/compose/suggestions/token.ts';
import { deviceName } from '../web/src/features/settings/device-name.ts';

/** The longest text that a request may carry, in code units: 5,000 graphemes of 10 bytes, with two bytes per code unit. */
const MAX_LENGTH = 25_000;
/** The processor time of a cheap text. A text of this cost delays nobody, so the test ignores its growth. */
const CHEAP_MS = 60;
/** The allowed factor in cost for a text of four times the length: 4 is linear, 16 is quadratic. */
const MAX_GROWTH = 10;

const post = { content: '', ownerid: { username: 'ann', fullName: 'Ann' } };

const parsers: Record<string, (value: string) => unknown> = {
  textParts,
  wordsOf: words.wordsOf,
  fold: words.fold,
  foldTag: words.foldTag,
  normalized: (value) => words.normalized(value, 'NFKC'),
  parseSearch,
  findHighlights: (value) => findHighlights(value, parseSearch('a 東 "a a" #a')),
  trimText: text.trimText,
  lengthOf: text.lengthOf,
  text: (value) => text.text(5_000).safeParse(value),
  nameText: (value) => text.nameText(50).safeParse(value),
  email: (value) => auth.email.safeParse(value),
  username: (value) => auth.username.safeParse(value),
  newPassword: (value) => auth.newPassword.safeParse(value),
  findEntities,
  vectorOf: (content) => vectorOf({ content, hashtags: [content], author_id: 'a' }),
  escapeHtml,
  spokenName,
  oneLine,
  errorText: (value) => errorText(500, value, value),
  previewOf: (content) => previewOf({ content, media: [], senderId: { _id: 'a' } }, 'a'),
  bookmarkFilter: (content) => bookmarkFilter(content)?.({ ...post, content } as never),
  tokenAt: (value) => tokenAt(value, value.length),
  deviceName,
};

/** Pieces with a meaning for parsers, from all scripts with their own segmentation or folding. */
const pieces = fc.constantFrom(
  ...'http://a/ https:// www. @ann #tag # @ from:a " “ & < %41 . ) ( ] [ } { … \' \\ / ? : _ - 1 a x'.split(
    ' ',
  ),
  ...' |\n|\t|\u00a0|\u200b|\u200d|\u2800|\u3164|\ufe0f|\u{e0041}'.split('|'),
  ...'\u0301|\u0316|\u3099|\uff9e|\u094d|\u0640|\u0438\u0306|\u00e9|\ufdfa|\u0130'.split('|'),
  ...'東京 的 กิน ក្ က 한 \u1100 क् ال カ 👍🏽 👩‍👩‍👧‍👦 🇫🇷 Version/1 Safari/ a. a@ @a.'.split(' '),
);

/** A few repeated pieces in turn, so long runs meet. Such texts made parsers slow. */
const shapes = fc.array(
  fc.record({
    unit: fc.array(pieces, { minLength: 1, maxLength: 3 }).map((list) => list.join('')),
    share: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);

function textOf(shape: { unit: string; share: number }[], length: number): string {
  const shares = shape.reduce((sum, { share }) => sum + share, 0) || 1;
  return shape
    .map(({ unit, share }) =>
      unit.repeat(Math.max(1, Math.floor((length * share) / shares / unit.length))),
    )
    .join('')
    .toWellFormed();
}

/** The least processor time of this thread over several runs. A busy machine does not increase it. */
function costOf(parse: () => unknown, runs: number): number {
  const costs = Array.from({ length: runs }, () => {
    const before = process.threadCpuUsage();
    parse();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...costs);
}

function expectLinear(parse: (value: string) => unknown, make: (length: number) => string): void {
  const [small, large] = [make(MAX_LENGTH / 4), make(MAX_LENGTH)];
  if (costOf(() => parse(large), 1) <= CHEAP_MS) return;
  const cost = costOf(() => parse(large), 3);
  const growth =
    cost /
    Math.max(
      1,
      costOf(() => parse(small), 3),
    );
  expect(cost <= CHEAP_MS || growth < MAX_GROWTH, `${cost} ms, ${growth} times`).toBe(true);
}

const known: [string, (length: number) => string][] = [
  [
    'an address with a long tail',
    (n) => `http://a/${'.'.repeat((n / 3) * 2)}x${')'.repeat(n / 3)}`,
  ],
  ['marks out of order', (n) => `#a${'\u0301'.repeat(n / 2)}${'\u0316'.repeat(n / 2)}`],
  ['voicing marks out of order', (n) => 'ｶ\u0301\uff9e'.repeat(n / 3)],
  [
    'long host names',
    (n) =>
      `http://${[...Array(2_000).keys()].map((i) => String.fromCharCode(0x4e00 + i)).join('')}/ `.repeat(
        n / 2_010,
      ),
  ],
  ['spaces before a letter', (n) => `${' \u200b'.repeat(n / 2)}x`],
  ['a browser’s name', (n) => 'Version/1.1'.repeat(n / 11)],
];

test.each(Object.entries(parsers))('the cost of %s is linear in its text', (_, parse) => {
  for (const [, make] of known) expectLinear(parse, make);
  fc.assert(
    fc.property(shapes, (shape) => expectLinear(parse, (length) => textOf(shape, length))),
    { numRuns: 10, endOnFailure: true },
  );
});

test('a URL of up to 2,048 characters is a link', () => {
  const linksOf = (value: string) => textParts(value).filter(({ type }) => type === 'link').length;
  const address = (length: number) => `https://example.org/${'a'.repeat(length - 20)}`;
  expect(linksOf(address(2_048))).toBe(1);
  expect(linksOf(`(${address(2_048)}).`)).toBe(1);
  expect(linksOf(address(2_049))).toBe(0);
  expect(linksOf(`https://${'東'.repeat(254)}/`)).toBe(0);
});
