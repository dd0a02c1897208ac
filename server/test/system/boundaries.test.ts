import { basename } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { importing, lintFiles, reasonsAgainst, type Finding } from '../support/lint.ts';

/** A file, an import, and a part of the reason in the lint message. */
const breaches: [file: string, specifier: string, reason: string][] = [
  ['contract/src/a.ts', 'fastify', 'imports zod and itself only'],
  ['contract/src/b.ts', '../../server/src/config/config.ts', 'imports zod and itself only'],
  ['server/src/posts/a.ts', '../../../web/src/lib/api/api.ts', 'never imports the web app'],
  ['server/src/posts/a.test.ts', '../../../web/src/lib/api/api.ts', 'never imports the web app'],
  [
    'server/src/posts/b.ts',
    'kysely',
    'Only *.queries.ts and server/src/platform/database touch Kysely',
  ],
  [
    'server/src/posts/b.routes.ts',
    'kysely',
    'Only *.queries.ts and server/src/platform/database touch Kysely',
  ],
  ['server/src/posts/c.ts', 'fastify', 'touch Fastify'],
  ['server/src/routes.ts', 'fastify', 'touch Fastify'],
  ['server/src/app.ts', 'fastify', 'touch Fastify'],
  ['server/src/posts/c.queries.ts', '@fastify/cookie', 'touch Fastify'],
  ['server/src/platform/http/c.queries.ts', 'fastify', 'touch Fastify'],
  ['server/src/posts/d.ts', 'socket.io', 'Only server/src/platform/sockets touches Socket.IO'],
  [
    'server/src/platform/cluster/d.ts',
    '@socket.io/cluster-adapter',
    'Only server/src/platform/sockets touches Socket.IO',
  ],
  [
    'server/src/platform/http/d.ts',
    'socket.io',
    'Only server/src/platform/sockets touches Socket.IO',
  ],
  ['server/src/posts/e.ts', '../users/users.routes.ts', 'Only app.ts and routes.ts import routes'],
  ['web/src/screens/a.tsx', '../../../server/src/config/config.ts', 'never imports the server'],
  ['web/src/lib/a.ts', '@roost/server/src/config/config.ts', 'never imports the server'],
  ['web/test/support/a.ts', '../../../server/src/config/config.ts', 'never imports the server'],
  ['web/dev/gallery/a.tsx', '../../../server/src/config/config.ts', 'never imports the server'],
  ['web/build/a.ts', '../../server/src/config/config.ts', 'never imports the server'],
  ['web/src/lib/b.ts', '../features/auth/session.ts', 'ui and lib are below the features'],
  ['web/src/ui/a.tsx', '../features/auth/session.ts', 'ui and lib are below the features'],
  ['web/src/ui/b.tsx', '@roost/contract/posts', 'ui knows no product words'],
  ['web/src/ui/c.tsx', '../screens/login-screen.tsx', 'Screens put features together'],
  [
    'web/src/features/auth/a.tsx',
    '../../screens/login-screen.tsx',
    'Screens put features together',
  ],
  ['web/src/features/auth/b.tsx', '../users/follow.ts', 'Features import only to their left'],
  ['web/src/features/users/a.tsx', '../media/placeholder.ts', 'Features import only to their left'],
  ['web/src/features/media/a.tsx', '../compose/drafts.ts', 'Features import only to their left'],
  ['web/src/features/compose/a.tsx', '../posts/post-keys.ts', 'Features import only to their left'],
  ['web/src/features/posts/a.tsx', '../chat/chat.ts', 'Features import only to their left'],
  ['web/src/features/chat/a.tsx', '../calls/call.ts', 'Features import only to their left'],
  [
    'web/src/features/chat/messages/b.tsx',
    '../../posts/post-keys.ts',
    'Features import only to their left',
  ],
  [
    'web/src/features/auth/c.tsx',
    '../../features/posts/post-keys.ts',
    'Features import only to their left',
  ],
  [
    'web/src/features/auth/d.tsx',
    '../../../src/features/posts/post-keys.ts',
    'Features import only to their left',
  ],
  ['web/src/features/posts/c.tsx', '../../pages.ts', 'pages.ts imports all screens'],
  ['web/src/screens/b.tsx', '../pages.ts', 'pages.ts imports all screens'],
  ['web/src/lib/c.ts', '../ui/avatar.tsx', 'lib is below ui'],
];

/** The server's order, with an import that goes up from each step. */
const upward: [file: string, specifier: string][] = [
  ['server/src/kernel/a.ts', '../lib/wall-clock.ts'],
  ['server/src/lib/a.ts', '../kernel/context.ts'],
  ['server/src/kernel/b.ts', '../config/config.ts'],
  ['server/src/config/a.ts', '../platform/log.ts'],
  ['server/src/platform/a.ts', '../auth/login.ts'],
  ['server/src/platform/http/uploads/a.ts', '../../../media/media.queries.ts'],
  ['server/src/platform/database/a.queries.ts', '../../posts/visibility.ts'],
  ['server/src/site/a.ts', '../auth/login.ts'],
  ['server/src/auth/a.ts', '../users/contact.ts'],
  ['server/src/users/a.ts', '../relations/follow-user.ts'],
  ['server/src/users/a.routes.ts', '../media/media.queries.ts'],
  ['server/src/relations/a.ts', '../event-log/append.ts'],
  ['server/src/event-log/a.ts', '../media/media.queries.ts'],
  ['server/src/media/a.ts', '../posts/visibility.ts'],
  ['server/src/posts/f.ts', '../reposts/repost.queries.ts'],
  ['server/src/posts/f.queries.ts', '../search/search.jobs.ts'],
  ['server/src/posts/visibility.ts', '../feed/ranking.ts'],
  ['server/src/reactions/a.ts', '../reposts/repost.queries.ts'],
  ['server/src/feed/a.ts', '../notifications/notify.ts'],
  ['server/src/notifications/a.ts', '../chat/chat.events.ts'],
  ['server/src/chat/a.ts', '../calls/calls.ts'],
  ['server/src/calls/a.ts', '../billing/billing.events.ts'],
  ['server/src/billing/a.ts', '../personal-data/personal-data.jobs.ts'],
  ['server/src/pages/a.ts', '../app.ts'],
  ['server/src/chat/messages/a.ts', '../../subscriptions.ts'],
  ['server/src/posts/g.ts', '../../src/feed/feed-cache.ts'],
  ['server/src/posts/h.ts', '../../../server/src/feed/feed-cache.ts'],
];

/** The functions that only the table of subscriptions may call. */
const subscribing = [
  'useTable',
  'onBroadcast',
  'onQuestion',
  'onPublished',
  'onJoined',
  'onGone',
  'onMissed',
  'onReturned',
];
const listenerOf = (name: string) => `server/src/posts/listener-${name}.ts`;

/** Files with a type `import('…').Thing`, which the ban of modules does not see. */
const importTypes: [file: string, specifier: string][] = [
  ['server/src/posts/import-type.ts', 'kysely'],
  ['server/src/posts/import-type.routes.ts', 'fastify'],
  ['web/src/features/auth/import-type.tsx', '../posts/post-keys.ts'],
  ['web/src/lib/import-type.ts', '../features/posts/post-keys.ts'],
];

const allowed: [file: string, specifier: string][] = [
  ['contract/src/fine.ts', 'zod'],
  ['server/src/posts/fine.ts', '@roost/contract/posts'],
  ['server/src/posts/fine.queries.ts', 'kysely'],
  ['server/src/posts/fine.routes.ts', 'fastify'],
  ['server/src/platform/sockets/fine.ts', 'socket.io'],
  ['server/src/app.ts', './webhook.routes.ts'],
  ['web/src/screens/fine.tsx', '../features/posts/post-keys.ts'],
  ['web/src/features/posts/fine.tsx', '../users/user-keys.ts'],
  ['web/src/features/chat/fine.tsx', '../compose/drafts.ts'],
  ['web/src/features/search/fine.tsx', '../../paths.ts'],
  ['web/src/ui/fine.tsx', 'react'],
];

const typeOnly = 'web/src/features/posts/type-only.ts';

/** Two files that import a type from each other. */
const cycles: [file: string, other: string][] = [
  ['web/src/features/posts/cycle-a.ts', 'web/src/features/posts/cycle-b.ts'],
  ['contract/src/cycle-a.ts', 'contract/src/cycle-b.ts'],
  ['server/src/posts/cycle-a.ts', 'server/src/posts/cycle-b.ts'],
  ['bench/http/cycle-a.ts', 'bench/http/cycle-b.ts'],
  ['tools/seed/cycle-a.ts', 'tools/seed/cycle-b.ts'],
  ['e2e/support/cycle-a.ts', 'e2e/support/cycle-b.ts'],
  ['web/test/support/cycle-a.ts', 'web/test/support/cycle-b.ts'],
  ['web/dev/gallery/cycle-a.tsx', 'web/dev/gallery/cycle-b.tsx'],
  ['web/build/cycle-a.ts', 'web/build/cycle-b.ts'],
];

let findings: Finding[] = [];

beforeAll(async () => {
  findings = await lintFiles([
    ...importing([...breaches, ...allowed]),
    ...upward.map(([file, specifier]): [string, string] => [
      file,
      `import type { Thing } from '${specifier}';\nexport type Mine = Thing[];`,
    ]),
    ...importTypes.map(([file, specifier]): [string, string] => [
      file,
      `export type Mine = import('${specifier}').Thing[];`,
    ]),
    ...subscribing.map((name): [string, string] => [
      listenerOf(name),
      `export const listen = (cluster) => cluster.${name}(() => {});`,
    ]),
    ...cycles
      .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
      .map(([file, imported]): [string, string] => [
        file,
        `import type { Thing } from './${basename(imported)}';\nexport type Other = Thing[];`,
      ]),
    [typeOnly, "import type { Thing } from '../chat/chat.ts';\nexport type Other = Thing[];"],
  ]);
});

function found(file: string, rule: string): Finding[] {
  return findings.filter((each) => each.filename === file && each.code.includes(rule));
}

test.each(breaches)('%s must not import %s', (file, specifier, reason) => {
  expect(reasonsAgainst(findings, file, specifier)).toEqual([expect.stringContaining(reason)]);
});

test.each(cycles)('%s and %s must not import types from each other', (file) => {
  const codes = findings.filter((each) => each.filename === file).map((each) => each.code);
  expect(codes).toContain('import(no-cycle)');
});

test('a type import counts as an import', () => {
  expect(reasonsAgainst(findings, typeOnly, '../chat/chat.ts')).toEqual([
    expect.stringContaining('Features import only to their left'),
  ]);
});

test.each(allowed)('%s may import %s', (file, specifier) => {
  expect(reasonsAgainst(findings, file, specifier)).toEqual([]);
});

test.each(upward)('%s must not import types from %s', (file, specifier) => {
  expect(reasonsAgainst(findings, file, specifier)).toEqual([
    expect.stringContaining('ARCHITECTURE.md has the order'),
  ]);
});

test.each(importTypes)('%s must not have a type import(%s)', (file) => {
  expect(found(file, 'consistent-type-imports')).toHaveLength(1);
});

test.each(subscribing)('only the table calls %s', (name) => {
  expect(found(listenerOf(name), 'no-restricted-properties')).toEqual([
    expect.objectContaining({ help: expect.stringContaining('Only server/src/subscriptions.ts') }),
  ]);
});
