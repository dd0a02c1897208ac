import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { postmasterOf } from '../../src/platform/database/embedded/embedded-leftovers.ts';
import { nobody } from '../../src/platform/process/service-user.ts';
import { copyOf, pathOf, read, stagesOf, type Instruction } from '../support/deploy.ts';

const isRoot = process.getuid?.() === 0;
/** The steps run as an ordinary user. */
const runAs = isRoot ? { uid: nobody().uid, gid: nobody().gid } : {};

/** Steps that only root of an image can take: programs of Debian, the user, and the owner of the data folder. */
const ROOT_STEPS = /^(apt-get|groupadd|install -d) /;

/** How npm of this machine reaches its registry. */
const registryAccess = Object.fromEntries(
  ['registry', 'cafile'].flatMap((name) => {
    const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
    return value && value !== 'null' ? [[`npm_config_${name}`, value]] : [];
  }),
);

/** Runs the stages of the Containerfile in a folder. Each has a folder of its own there, as the root of its image. */
class Stages {
  readonly root: string;
  readonly skipped: string[] = [];
  readonly env: Record<string, string> = {};
  readonly #home: string;

  constructor(root: string) {
    this.root = root;
    this.#home = join(root, 'home');
    mkdirSync(this.#home);
    if (isRoot) this.#giveAway(root);
  }

  run(name: string, instructions: readonly Instruction[]): void {
    const folder = join(this.root, name, 'roost');
    mkdirSync(folder, { recursive: true });
    for (const { word, rest } of instructions) {
      if (word === 'COPY') this.#copy(folder, rest);
      else if (word === 'RUN' && ROOT_STEPS.test(rest)) this.skipped.push(rest);
      else if (word === 'RUN') this.#shell(folder, rest);
      else if (word === 'ENV') Object.assign(this.env, Object.fromEntries([rest.split('=')]));
    }
  }

  /** The environment of the image's user. Node is the one that runs this test, as the image's is of the same version. */
  get userEnv(): Record<string, string> {
    return {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: this.#home,
      TMPDIR: this.#home,
      ...registryAccess,
    };
  }

  #copy(folder: string, rest: string): void {
    const { from, sources, target } = copyOf(rest);
    for (const source of sources) {
      const origin = from ? join(this.root, from, source) : pathOf(source);
      const isFile = sources.length > 1 || target.endsWith('/');
      const to = resolve(folder, target, isFile ? basename(source) : '.');
      mkdirSync(dirname(to), { recursive: true });
      cpSync(origin, to, { recursive: true, verbatimSymlinks: true, filter: isTaken });
    }
    if (isRoot) this.#giveAway(folder);
  }

  #shell(folder: string, command: string): void {
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], {
      ...runAs,
      cwd: folder,
      env: this.userEnv,
      encoding: 'utf8',
    });
    expect(status, `${command}\n${stdout}\n${stderr}`).toBe(0);
  }

  #giveAway(folder: string): void {
    execFileSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, folder]);
  }
}

const ignored = read('.dockerignore')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));

/** Leaves out what .dockerignore names, in the folder of the repository only. */
function isTaken(source: string): boolean {
  const root = pathOf('./');
  if (!source.startsWith(root)) return true;
  const path = source.slice(root.length);
  return !ignored.some((pattern) => matchesGlob(path, pattern));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const someone = {
  username: 'alice',
  email: 'alice@example.org',
  fullName: 'Alice',
  password: 'correct horse 7 battery',
};

test('the steps of the Containerfile lead an ordinary user in an empty folder to a server that people can join', async () => {
  const root = mkdtempSync(join(tmpdir(), 'roost-image-'));
  chmodSync(root, 0o755);
  onTestFinished(() => {
    execFileSync('chmod', ['-R', 'u+w', root]);
    rmSync(root, { recursive: true });
    // A busy disk takes its time for the files of three installations.
  }, 300_000);
  const stages = new Stages(root);
  const instructions = stagesOf(read('deploy/Containerfile'));
  for (const [name, each] of instructions) stages.run(name, each);
  expect(stages.skipped.map((step) => step.split(' ')[0])).toEqual([
    'apt-get',
    'groupadd',
    'install',
  ]);

  const folder = join(root, 'final/roost');
  for (const path of [
    'server/test',
    'web/src',
    'node_modules/typescript-eslint',
    'node_modules/vite',
    'node_modules/react',
  ])
    expect(existsSync(join(folder, path)), path).toBe(false);
  // The user of the image cannot write to its root.
  execFileSync('chmod', ['-R', 'a-w', folder]);
  const data = join(root, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) execFileSync('chown', [`${runAs.uid}:${runAs.gid}`, data]);

  const final = instructions.get('final') ?? [];
  const argumentsOf = (word: string) => {
    const { rest = '[]' } = final.find((each) => each.word === word) ?? {};
    return JSON.parse(rest.slice(rest.indexOf('['))) as string[];
  };
  const port = await freePort();
  const env = { ...stages.userEnv, ...stages.env, ROOST_DATA: data, PORT: String(port) };
  const [program = '', ...rest] = argumentsOf('CMD');
  const child = spawn(program, rest, {
    ...runAs,
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (part) => (output += part));
  child.stderr.on('data', (part) => (output += part));
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const [checker = '', ...check] = argumentsOf('HEALTHCHECK');
  const isHealthy = () => spawnSync(checker, check, { env, cwd: folder }).status === 0;
  expect(isHealthy()).toBe(false);
  for (let tries = 0; !isHealthy() && child.exitCode === null && tries < 120; tries += 1)
    await wait(500);
  expect(isHealthy(), output).toBe(true);

  const address = `http://127.0.0.1:${port}`;
  const page = await (await fetch(address)).text();
  expect(page).toContain('<script type="module"');
  const joined = await fetch(`${address}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(someone),
  });
  expect([joined.status, await joined.json()]).toMatchObject([201, { status: 'success' }]);
  // The built-in PostgreSQL runs from the image itself.
  expect(readFileSync(join(data, 'db/cluster/postmaster.opts'), 'utf8')).toContain(folder);

  // The container engine starts Roost again, so `npm start` does not.
  const [server] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
  process.kill(Number(server), 'SIGKILL');
  const [code] = await exited;
  const postmaster = postmasterOf(join(data, 'db/cluster'));
  if (postmaster) process.kill(postmaster, 'SIGQUIT');
  expect(code).not.toBe(0);
  // It installs all packages twice. On a machine that is busy with much else, this took 14 minutes.
}, 1_800_000);
