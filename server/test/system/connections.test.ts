import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { importing, lintFiles, reasonsAgainst, root, type Finding } from '../support/lint.ts';

const reason = 'For an address that a member named, use platform/http/outgoing';

/** Imports of what opens connections, in files that must open none, or none of this kind. */
const breaches: [file: string, specifier: string][] = [
  ...[
    'node:http',
    'https',
    'node:http2',
    'node:net',
    'node:tls',
    'node:dgram',
    'node:dns/promises',
    'undici',
    'ws',
    'pg',
    'ioredis',
    '@aws-sdk/client-s3',
    'nodemailer',
    '@opentelemetry/exporter-trace-otlp-http',
  ].map((client): [string, string] => ['server/src/posts/connecting.ts', client]),
  ['server/src/main.ts', 'node:net'],
  ['server/src/app.ts', 'node:https'],
  ['server/src/routes.ts', 'undici'],
  ['server/src/lib/connecting.ts', 'node:dns'],
  ['server/src/posts/connecting.routes.ts', 'undici'],
  ['server/src/posts/connecting.queries.ts', 'pg'],
  ['server/src/platform/http/connecting.ts', 'node:https'],
  ['server/src/platform/http/outgoing/connecting.ts', 'undici'],
  ['server/src/platform/database/connecting.ts', 'node:net'],
  ['server/src/platform/mail/mailer.ts', 'node:net'],
  ['server/src/billing/provider/connecting.ts', 'node:https'],
];

const allowed: [file: string, specifier: string][] = [
  ['server/src/platform/http/outgoing/fine.ts', 'node:https'],
  ['server/src/platform/http/outgoing/fine.ts', 'node:dns/promises'],
  ['server/src/platform/database/fine.ts', 'pg'],
  ['server/src/platform/cluster/redis.ts', 'ioredis'],
  ['server/src/posts/fine.test.ts', 'node:http'],
];

/** Code that opens a connection without an import, and the rule against it. */
const globals: [file: string, code: string, rule: string | null][] = [
  ['server/src/posts/a.ts', "await fetch('https://a.example')", 'no-restricted-globals'],
  ['server/src/posts/b.ts', "new WebSocket('wss://a.example')", 'no-restricted-globals'],
  ['server/src/posts/c.ts', "new EventSource('https://a.example')", 'no-restricted-globals'],
  ['server/src/posts/d.ts', 'globalThis.fetch', 'no-restricted-properties'],
  ['server/src/platform/http/outgoing/e.ts', "await fetch('x')", 'no-restricted-globals'],
  ['server/src/billing/provider/f.ts', "await fetch('https://a.example')", null],
];

/** Other uses of the same modules. */
const harmless: [file: string, code: string][] = [
  ['server/src/posts/g.ts', "import { isIP } from 'node:net';\nexport const is = isIP('');"],
  ['server/src/posts/h.ts', "import { createServer } from 'node:net';\nexport { createServer };"],
  [
    'server/src/posts/i.ts',
    "import type { Socket } from 'node:net';\nexport type Mine = Socket[];",
  ],
];

let findings: Finding[] = [];

beforeAll(async () => {
  findings = await lintFiles([
    ...importing([...breaches, ...allowed]),
    ...globals.map(([file, code]): [string, string] => [file, `export const it = ${code};`]),
    ...harmless,
  ]);
});

test.each(breaches)('%s must not connect by %s', (file, client) => {
  expect(reasonsAgainst(findings, file, client)).toEqual([expect.stringContaining(reason)]);
});

test.each(allowed)('%s may connect by %s', (file, client) => {
  expect(reasonsAgainst(findings, file, client)).toEqual([]);
});

test.each(globals)('%s: %s', (file, _, rule) => {
  const ours = findings.filter(
    ({ filename, message, help }) => filename === file && `${message} ${help}`.includes(reason),
  );
  expect(ours.map(({ code }) => code)).toEqual(
    rule === null ? [] : [expect.stringContaining(rule)],
  );
});

test.each(harmless)('%s connects to nothing', (file) => {
  const ours = findings.filter(({ filename }) => filename === file);
  expect(ours.filter(({ code }) => code.includes('no-restricted'))).toEqual([]);
});

test('no file loads a client in a way that lint does not see', async () => {
  const hidden =
    /(?:import|require|getBuiltinModule)\(\s*['"`](?:node:)?(?:https?|http2|net|tls|dgram|dns|undici|ws|pg|ioredis|nodemailer|@aws-sdk)\b/;
  expect("await import('node:https')").toMatch(hidden);
  const loading: string[] = [];
  for await (const file of glob('server/src/**/*.ts', { cwd: root }))
    if (hidden.test(await readFile(join(root, file), 'utf8'))) loading.push(file);
  expect(loading.filter((file) => !file.endsWith('.test.ts'))).toEqual([]);
});
