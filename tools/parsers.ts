// Finds every exported function that takes a text or bytes of somebody else, by its declaration. So a new one is measured without a list.
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { endpoints } from '@roost/contract/endpoints';
import { clientEvents } from '@roost/contract/events';
import { signalEvents } from '@roost/contract/calls';
import { parseSearch } from '@roost/contract/text/search-query';
import { MutedWords } from '@roost/contract/text/muted-words';
import { Cursors } from '../server/src/platform/http/paging/cursors.ts';
import { linksBack } from '../server/src/users/links/links-back.ts';
import { ringOf } from '../server/test/support/keys.ts';
import { vectorOf } from '../server/src/posts/search-index/search-words.ts';
import { errorText } from '../web/src/lib/api/api-error.ts';
import { previewOf } from '../web/src/features/chat/conversations/message-preview.ts';

const root = resolve(import.meta.dirname, '..');

type Schema = AnyEndpoint['response'];

export type Parse = (value: string) => unknown;

/** The names of parameters that carry what somebody else wrote. */
const PARAMETERS =
  'text|content|typed|words|userAgent|before|username|address|url|html|code|tag|query|language|token|to|path|pathname|cursor|beginning|' +
  'bytes|raw|name|value|q|start|packet|description|iso|host|line|password';
const DECLARATION = new RegExp(
  `^export (?:async )?(?:function|const) (\\w+) ?(?:= ?)?(?:async )?\\((?:${PARAMETERS})\\??: (string|Uint8Array)\\b`,
  'gm',
);

/** Folders whose texts come from the operator. */
const OPERATED = /^server\/src\/(config|platform\/(database|cluster))\//;

/** Functions that only act, keep or hash. Hooks of React are left out by their name. */
const LEFT_OUT = new Set([
  'tryMailServer', // Connects to the operator's own server.
  'withTls', // A setting of the operator.
  'flushFolder', // A folder of the operator.
  'copyText', // Gives the text to the browser.
  'setTitleCall', // Shows the text.
  'hashNow', // Argon2 costs the same for every password, and much.
  'profileQuery', // Only names a request, as do the next three.
  'profileKey',
  'peopleQuery',
  'searchPostsQuery',
]);

/** Arguments after the first one. */
const MORE: Record<string, (value: string) => unknown[]> = {
  normalized: () => ['NFKC'],
  fitsGraphemes: () => [5_000],
  findHighlights: () => [parseSearch('a 東 "a a" #a')],
  atWidth: () => [80],
  compareTexts: (value) => [[...value].toReversed().join('')],
  guessability: () => [['ann', 'ann@example.org']],
  tokenAt: (value) => [value.length],
  overflowOf: () => [500],
  totpStepOf: () => [Buffer.alloc(20)],
  dayLabel: () => [0],
  inOtherWords: () => [{ texts: {}, patterns: [[/^“(?<a>.+)” is (?<b>.+) at most\.$/, String]] }],
  refreshDelay: () => [0],
  readUrl: () => [{ reach: 'public' }],
};

/** The most characters that the callers of a function pass on. All others get the longest text of a request. */
export const MOST: Record<string, number> = {
  'web/src/features/auth/guess-password.ts guessability': 128,
  // The schemas of all endpoints with a password refuse longer ones.
  'server/src/auth/passwords/hash-password.ts normalized': 512,
};

const file = { url: 'https://example.org/', type: 'text/html' };
const cursors = new Cursors(ringOf('a secret of the test'));
const muted = ['a', '東', '\u0301', 'x y'].map(
  (text, n) => ({ text, wholeWord: n % 2 === 0, until: null, where: ['feed'] }) as const,
);
const mutedWords = new MutedWords(
  muted.map((each) => ({ ...each, where: [...each.where] })),
  0,
);

/** Parsers that a class or an object holds, or that take the text inside an object. */
const MEMBERS: Record<string, Parse> = {
  'Cursors.open': (value) => attempt(() => cursors.open(value, 'a', ['b'])),
  'Cursors.openName': (value) => attempt(() => cursors.openName(value, 'a', ['b'])),
  'MutedWords.find': (value) => mutedWords.find(value),
  'MutedWords of the text': (text) =>
    new MutedWords([{ text, wholeWord: true, until: null, where: ['feed'] }], 0).find(`${text} a`),
  linksBack: (html) => linksBack({ ...file, html }, 'https://example.org/a'),
  'linksBack with a link': (value) =>
    linksBack({ ...file, html: `<a rel="me ${value}" href="${value}">` }, value),
  vectorOf: (content) => vectorOf({ content, hashtags: [content], author_id: 'a' }),
  errorText: (value) => errorText(500, value, value),
  previewOf: (content) => previewOf({ content, media: [] }),
};

function attempt(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return null;
  }
}

/** All parsers by their file and name. */
export async function findParsers(): Promise<Record<string, Parse>> {
  const found: Record<string, Parse> = { ...MEMBERS, ...schemas() };
  for await (const path of glob('{contract,web,server}/src/**/*.ts', { cwd: root })) {
    if (path.endsWith('.test.ts') || path.endsWith('.d.ts') || OPERATED.test(path)) continue;
    const source = readFileSync(join(root, path), 'utf8');
    for (const [, name = '', type] of source.matchAll(DECLARATION)) {
      if (LEFT_OUT.has(name) || /^use[A-Z]/.test(name)) continue;
      const module = (await import(join(root, path))) as Record<
        string,
        (...all: unknown[]) => unknown
      >;
      const parse = module[name];
      if (!parse) throw new Error(`${path} does not export ${name}`);
      found[`${path} ${name}`] = (value) => {
        const first = type === 'string' ? value : new TextEncoder().encode(value);
        return attempt(() => parse(first, ...(MORE[name]?.(value) ?? [])));
      };
    }
  }
  return found;
}

/** The schemas of all endpoints and events. Every text of their input is the value. */
function schemas(): Record<string, Parse> {
  const ofEndpoints = endpoints.flatMap(({ method, path, params, query, body }) =>
    Object.entries({ params, query, body }).map(
      ([part, schema]) => [`${part} of ${method} ${path}`, schema] as const,
    ),
  );
  const ofEvents = Object.entries({ ...clientEvents, ...signalEvents });
  return Object.fromEntries(
    [...ofEndpoints, ...ofEvents].flatMap(([name, schema]) =>
      schema ? [[name, (value: string) => schema.safeParse(filled(schema, value))] as const] : [],
    ),
  );
}

/** An input in which every text is this one. */
function filled(schema: Schema, value: string): unknown {
  const { def } = schema._zod as unknown as { def: { type: string } & Record<string, unknown> };
  const inner = (def.innerType ?? def.in) as Schema | undefined;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape as Record<string, Schema>).map(([name, each]) => [
          name,
          filled(each, value),
        ]),
      );
    case 'array':
      return [filled(def.element as Schema, value)];
    case 'tuple':
      return (def.items as Schema[]).map((each) => filled(each, value));
    case 'union':
      return filled((def.options as [Schema])[0], value);
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return inner && def.type !== 'transform' ? filled(inner, value) : value;
  }
}
