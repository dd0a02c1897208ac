import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { postmasterOf } from '../../src/platform/database/embedded/embedded-leftovers.ts';
import { createTestDatabase } from '../support/database.ts';

const main = resolve(import.meta.dirname, '../../src/main.ts');

/** Tests start in this folder one after the other. The first start in an empty folder takes seconds longer. */
const folder = mkdtempSync(join(tmpdir(), 'roost-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  child: ChildProcess;
  /** The printed output so far. */
  output: { out: string; err: string };
  exited: Promise<number | null>;
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roost-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function launch(env: Record<string, string>): Run {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (part) => (output.out += part));
  child.stderr.on('data', (part) => (output.err += part));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return { child, output, exited };
}

async function address({ child, output, exited }: Run): Promise<string> {
  for (;;) {
    const found = /Roost is at (\S+)/.exec(output.out)?.[1];
    if (found) return found;
    if (child.exitCode !== null) throw new Error(`It did not start: ${output.err}`);
    await Promise.race([once(child.stdout ?? child, 'data'), exited]);
  }
}

function post(url: string, path: string, body: object): Promise<Response> {
  return fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const someone = {
  username: 'alice',
  email: 'alice@example.org',
  fullName: 'Alice',
  password: 'correct horse 7 battery',
};

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function refusal(env: Record<string, string>): Promise<string> {
  const run = launch(env);
  expect(await run.exited).toBe(1);
  expect(run.output.out).toBe('');
  return run.output.err;
}

test('a port in use gives a one-line error and exit code 1', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const line = await refusal({ PORT: String(port), ROOST_DATA: emptyFolder() });
  expect(line).toMatch(new RegExp(`^Port ${port} is in use [^\\n]+\\n$`));
});

test('a folder that cannot be written gives a one-line error and exit code 1', async () => {
  // A path below a file is refused to everybody, also to root.
  const file = join(emptyFolder(), 'file');
  writeFileSync(file, '');
  expect(await refusal({ ROOST_DATA: join(file, 'data') })).toMatch(
    /^The data folder [^\n]+ can't be written [^\n]+\n$/,
  );
});

test('an invalid setting gives a one-line error with its name and exit code 1', async () => {
  const line = await refusal({ ROOST_DATA: emptyFolder(), RATE_LIMITS: 'yes' });
  expect(line).toBe('Setting RATE_LIMITS must be on or off.\n');
});

test('a database of another version gives a one-line error and exit code 1', async () => {
  const url = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`update migrations set digest = 'another'`);
  await client.end();
  expect(await refusal({ ROOST_DATA: emptyFolder(), DATABASE_URL: url })).toMatch(
    /^Another version of Roost made this database: [^\n]+\n$/,
  );
});

test('SIGTERM stops the app and its database, with exit code 0', async () => {
  const run = launch({ ROOST_DATA: folder });
  await address(run);
  const postmaster = postmasterOf(join(folder, 'db/cluster')) ?? 0;
  expect(isAlive(postmaster)).toBe(true);
  // A terminal and npm send the signal more than once for one Ctrl-C.
  run.child.kill('SIGTERM');
  run.child.kill('SIGINT');
  expect(await run.exited).toBe(0);
  expect(run.output.err).toBe('');
  expect(isAlive(postmaster)).toBe(false);
});

test('a server serves on if nobody reads its output any more', async () => {
  const [data, scripts] = [emptyFolder(), emptyFolder()];
  // The server owns this folder, also after it has given up root's rights.
  const printed = join(data, 'printed');
  const prints = `process.on('SIGUSR2', () => {
    for (const each of ['error', 'log']) console[each]('a line');
    setTimeout(() => require('node:fs').writeFileSync(${JSON.stringify(printed)}, ''), 100);
  })`;
  writeFileSync(join(scripts, 'prints.cjs'), prints);
  const run = launch({
    ROOST_DATA: data,
    DATABASE_URL: await createTestDatabase(),
    NODE_OPTIONS: `--require=${join(scripts, 'prints.cjs')}`,
  });
  const url = await address(run);
  for (const output of [run.child.stdout!, run.child.stderr!]) {
    output.destroy();
    await once(output, 'close');
  }
  run.child.kill('SIGUSR2');
  await expect.poll(() => existsSync(printed), { timeout: 10_000 }).toBe(true);
  // Not a page: a clean checkout has no client when this test runs.
  expect((await fetch(new URL('/ready', url))).status).toBe(200);
  run.child.kill('SIGTERM');
  expect(await once(run.child, 'exit')).toEqual([0, null]);
});

test('a stop during the start leaves no process', async () => {
  const run = launch({ ROOST_DATA: folder });
  while (!postmasterOf(join(folder, 'db/cluster')))
    await new Promise((later) => setTimeout(later, 5));
  const postmaster = postmasterOf(join(folder, 'db/cluster')) ?? 0;
  run.child.kill('SIGTERM');
  expect(await run.exited).toBe(0);
  await expect.poll(() => isAlive(postmaster), { timeout: 15_000 }).toBe(false);
});

test('a folder in use is refused, and a start after a kill finds everything', async () => {
  const first = launch({ ROOST_DATA: folder });
  expect((await post(await address(first), '/api/auth/register', someone)).status).toBe(201);
  expect(await refusal({ ROOST_DATA: folder })).toMatch(
    /^The data folder [^\n]+ is in use by another Roost\.\n$/,
  );

  first.child.kill('SIGKILL');
  await first.exited;
  const second = launch({ ROOST_DATA: folder });
  const login = await post(await address(second), '/api/auth/login', someone);
  expect(login.status).toBe(200);
});
