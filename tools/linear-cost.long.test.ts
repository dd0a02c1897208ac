import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createPost } from '@roost/contract/posts';
import { startAppForFile } from '../server/test/support/app.ts';
import { join } from '../server/test/support/cast.ts';
import { findParsers, MOST } from './parsers.ts';

/** The most code units of a post of the highest tier that the server still parses. Most become shorter before. */
const MAX_LENGTH = 50_000;
const SHARES = [4, 2, 1] as const;
const RUNS = 9;
/** The processor time of a cheap text. A text of this cost delays nobody, so the test ignores its growth. */
const CHEAP_MS = 30;
/** The clock of the processor time has steps of some milliseconds. */
const STEP_MS = 4;
/** The allowed factor in cost for a text of four times the length: 4 is linear, 16 is quadratic. */
const MAX_GROWTH = 8;

/** `npm run fuzz` sets this. */
const seed = Number(process.env.FUZZ_SEED ?? 1);

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

/** The largest costs, for the report. */
const costs: { name: string; ms: number; growth: number }[] = [];
afterAll(() => {
  costs.sort((one, other) => other.ms - one.ms);
  const lines = costs
    .slice(0, 15)
    .map(({ name, ms, growth }) => `${name}: ${ms.toFixed(1)} ms, ${growth.toFixed(1)} times`);
  process.stderr.write(`seed ${seed}, the most expensive texts:\n${lines.join('\n')}\n`);
});

function expectLinear(
  name: string,
  parse: (value: string) => unknown,
  make: (length: number) => string,
): void {
  const most = MOST[name] ?? MAX_LENGTH;
  const texts = SHARES.map((share) => make(most / share));
  if (costOf(() => parse(texts[2] ?? ''), 1) <= CHEAP_MS) return;
  const [small = 0, middle = 0, large = 0] = texts.map((text) => costOf(() => parse(text), RUNS));
  const growth = large / Math.max(STEP_MS, small);
  costs.push({ name, ms: large, growth });
  const isLinear = large <= CHEAP_MS || growth < MAX_GROWTH;
  expect(isLinear, `${small}, ${middle}, ${large} ms for ${texts[2]?.slice(0, 60)}`).toBe(true);
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

// Before the other tests, because these block the event loop, and the server would refuse requests.
const app = await startAppForFile();
const author = await join(app, 'author');

/** A form of this many bytes. `text` is repeated in it. */
const forms: Record<string, (length: number) => string> = {
  'many fields': (n) => part('content', 'a').repeat(n / part('content', 'a').length),
  'one long field': (n) => part('content', '--b\r\n\r\n-'.repeat(n / 8)),
  'a long name': (n) => part('x'.repeat(n), 'a'),
  'many parameters': (n) =>
    `--b\r\nContent-Disposition: form-data${'; a="b\\"'.repeat(n / 8)}\r\n\r\na\r\n`,
  'long headers': (n) => `--b\r\n${'x: y\r\n'.repeat(n / 6)}\r\n\r\na\r\n`,
  'almost boundaries': (n) => part('content', '\r\n--'.repeat(n / 4)),
};

const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test.each(Object.entries(forms))('the cost of a form with %s is linear', async (name, make) => {
  const lengths = SHARES.map((share) => 250_000 / share);
  const found: number[] = [];
  for (const length of lengths) {
    const body = `${make(Math.floor(length))}--b--\r\n`;
    const runs: number[] = [];
    for (let n = 0; n < RUNS; n += 1) {
      const before = process.threadCpuUsage();
      const answer = await author.client.fetch(createPost.path, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      });
      expect(answer.status, await answer.text()).toBeLessThan(500);
      const { user, system } = process.threadCpuUsage(before);
      runs.push((user + system) / 1_000);
    }
    found.push(Math.min(...runs));
  }
  const [small = 0, , large = 0] = found;
  const growth = large / Math.max(STEP_MS, small);
  costs.push({ name: `a form with ${name}`, ms: large, growth });
  expect(large <= CHEAP_MS || growth < MAX_GROWTH, `${found.join(', ')} ms`).toBe(true);
});

const parsers = await findParsers();

test.each(Object.entries(parsers))('the cost of %s is linear in its text', (name, parse) => {
  for (const [, make] of known) expectLinear(name, parse, make);
  fc.assert(
    fc.property(shapes, (shape) => expectLinear(name, parse, (length) => textOf(shape, length))),
    { numRuns: 12, endOnFailure: true, seed },
  );
});
