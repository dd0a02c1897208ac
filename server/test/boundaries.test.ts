import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The file, what it imports, and words of the reason it must be refused with. */
const breaches: [file: string, specifier: string, reason: string][] = [
  ['contract/src/a.ts', 'fastify', 'imports zod and itself only'],
  ['contract/src/b.ts', '../../server/src/config.ts', 'imports zod and itself only'],
  ['server/src/posts/a.ts', '../../../web/src/lib/api.ts', 'never imports the web app'],
  ['server/src/posts/a.test.ts', '../../../web/src/lib/api.ts', 'never imports the web app'],
  ['server/src/posts/b.ts', 'kysely', 'Only *.queries.ts and server/src/db touch Kysely'],
  ['server/src/posts/b.routes.ts', 'kysely', 'Only *.queries.ts and server/src/db touch Kysely'],
  ['server/src/posts/c.ts', 'fastify', 'touch Fastify'],
  ['server/src/posts/c.queries.ts', '@fastify/cookie', 'touch Fastify'],
  ['server/src/http/c.queries.ts', 'fastify', 'touch Fastify'],
  ['server/src/posts/d.ts', 'socket.io', 'Only server/src/realtime touches Socket.IO'],
  ['server/src/http/d.ts', 'socket.io', 'Only server/src/realtime touches Socket.IO'],
  ['server/src/posts/e.ts', '../users/users.routes.ts', 'Only app.ts imports routes'],
  ['web/src/screens/a.tsx', '../../../server/src/config.ts', 'never imports the server'],
  ['web/src/lib/a.ts', '@roost/server/src/config.ts', 'never imports the server'],
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
  ['web/src/features/users/a.tsx', '../posts/toggle.ts', 'Features import only to their left'],
  ['web/src/features/posts/a.tsx', '../chat/chat.ts', 'Features import only to their left'],
  ['web/src/features/chat/a.tsx', '../calls/call.ts', 'Features import only to their left'],
];

const allowed: [file: string, specifier: string][] = [
  ['contract/src/fine.ts', 'zod'],
  ['server/src/posts/fine.ts', '@roost/contract/posts'],
  ['server/src/posts/fine.queries.ts', 'kysely'],
  ['server/src/posts/fine.routes.ts', 'fastify'],
  ['server/src/realtime/fine.ts', 'socket.io'],
  ['server/src/app.ts', './posts/posts.routes.ts'],
  ['web/src/screens/fine.tsx', '../features/posts/toggle.ts'],
  ['web/src/features/posts/fine.tsx', '../users/follow.ts'],
  ['web/src/features/chat/fine.tsx', '../posts/toggle.ts'],
  ['web/src/ui/fine.tsx', 'react'],
];

interface Finding {
  filename: string;
  code: string;
  help?: string;
}

let folder = '';
let findings: Finding[] = [];

/** A folder laid out like the project, holding the real configuration and nothing but offenders. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roost-boundaries-'));
  await cp(join(root, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await Promise.all(
    [...breaches, ...allowed].map(async ([file, specifier]) => {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `export { thing } from '${specifier}';\n`);
    }),
  );
  const lint = [
    join(root, 'node_modules/oxlint/bin/oxlint'),
    '--format=json',
    'contract',
    'server',
    'web',
  ];
  const { stdout } = await run(process.execPath, lint, { cwd: folder }).catch(
    (failed: { stdout: string }) => failed,
  );
  findings = (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function found(file: string): Finding[] {
  return findings.filter(
    (each) => each.filename === file && /no-restricted-imports/.test(each.code),
  );
}

test.each(breaches)('%s must not import %s', (file, _specifier, reason) => {
  expect(found(file).map((each) => each.help)).toEqual([expect.stringContaining(reason)]);
});

test.each(allowed)('%s may import %s', (file) => {
  expect(found(file)).toEqual([]);
});
