import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';

const tool = resolve(import.meta.dirname, '../../../tools/supervise.mjs');

/** One folder for all tests, because the first start in an empty folder takes seconds longer. */
const folder = mkdtempSync(join(tmpdir(), 'roost-supervise-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function childOf(parent: number): number {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  const pairs = list.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.find(([, of]) => of === parent)?.[0] ?? expect.fail('there is no child');
}

/** What `npm start` does after the build. */
function launch(env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ['-e', `import('${tool}').then(async ({ serve }) => process.exit(await serve([])))`],
    {
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'fatal',
        ROOST_DATA: folder,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output = { out: '', err: '' };
  child.stdout.on('data', (part) => (output.out += part));
  child.stderr.on('data', (part) => (output.err += part));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  /** Waits for the start with this number. Returns the process of the server and its address. */
  const served = async (times: number) => {
    const announced = () => [...output.out.matchAll(/Roost is at (\S+)/g)];
    while (announced().length < times) await Promise.race([once(child.stdout, 'data'), ended()]);
    return { address: announced()[times - 1]?.[1] ?? '', pid: childOf(child.pid ?? 0) };
  };
  const ended = async () => {
    const code = await exited;
    throw new Error(`it ended with ${code}: ${output.err}`);
  };
  return { child, output, exited, served };
}

test('a server that is killed starts again and says why, and a stop ends it', async () => {
  const { child, output, exited, served } = launch({ SUPERVISE: 'on' });
  const first = await served(1);
  process.kill(first.pid, 'SIGKILL');
  const second = await served(2);
  expect(second.pid).not.toBe(first.pid);
  expect(output.err).toBe('Roost has ended by itself (SIGKILL). It starts again in 1 s.\n');
  expect((await fetch(new URL('/ready', second.address))).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});

test('a server that somebody stops stays stopped, and a stop in the pause ends at once', async () => {
  const first = launch({ SUPERVISE: 'on' });
  process.kill((await first.served(1)).pid, 'SIGTERM');
  expect(await first.exited).toBe(0);
  expect(first.output.err).toBe('');
  const second = launch({ SUPERVISE: 'on' });
  // At once, because no moment of the pause may miss the stop.
  second.child.stderr.once('data', () => second.child.kill('SIGTERM'));
  process.kill((await second.served(1)).pid, 'SIGKILL');
  expect(await second.exited).toBe(0);
  expect(second.output.err).toMatch(/It starts again in 1 s\.\n$/);
  expect(second.output.out.match(/Roost is at/g)).toHaveLength(1);
});

test('a wrong setting ends at once, with one line', async () => {
  const { output, exited } = launch({ SUPERVISE: 'on', RATE_LIMITS: 'yes' });
  expect(await exited).toBe(1);
  expect(output.err).toBe('Setting RATE_LIMITS must be on or off.\n');
});

test('without supervision, the end of the server is the end', async () => {
  const { output, exited, served } = launch({ SUPERVISE: 'off' });
  process.kill((await served(1)).pid, 'SIGKILL');
  expect(await exited).toBe(1);
  expect(output.err).toBe('');
});
