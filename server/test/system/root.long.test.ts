import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { postmasterOf } from '../../src/platform/database/embedded/embedded-leftovers.ts';
import { nobody, serviceUser } from '../../src/platform/process/service-user.ts';

const project = resolve(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;
const user = isRoot ? serviceUser() : null;
/** Mounting needs a capability that some containers lack. */
const canMount = isRoot && spawnSync('unshare', ['--mount', '--', 'true']).status === 0;

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roost-root-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Run {
  child: ChildProcess;
  said: () => string;
  exited: Promise<number | null>;
}

function launch(folder: string, env: Record<string, string> = {}, before: string[] = []): Run {
  const command = [...before, process.execPath, join(project, 'server/src/main.ts')];
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'fatal',
      FFMPEG: 'off',
      ROOST_DATA: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return { child, said: () => said, exited };
}

async function untilStarted({ child, said, exited }: Run): Promise<string> {
  for (;;) {
    const address = /Roost is at (\S+)[^]*Ctrl-C/.exec(said())?.[1];
    if (address) return address;
    if (child.exitCode !== null) throw new Error(`It did not start: ${said()}`);
    await Promise.race([once(child.stdout ?? child, 'data'), exited]);
  }
}

async function stop({ child, exited }: Run): Promise<void> {
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
}

/** The process and all its descendants. */
function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return [pid, ...children.filter(Boolean).flatMap((child) => familyOf(Number(child)))];
}

/** The user ids (real, effective, saved, file system), the effective capabilities and the groups. */
function rightsOf(pid: number): string[] {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return ['Uid', 'Gid', 'CapEff', 'Groups'].map(
    (name) => new RegExp(`^${name}:\\s*(.*?)\\s*$`, 'm').exec(status)?.[1] ?? '',
  );
}

function ownersIn(folder: string): Set<number> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(
    [folder, ...paths.map((path) => join(folder, path))].map((path) => statSync(path).uid),
  );
}

const someone = {
  username: 'alice',
  email: 'alice@example.org',
  fullName: 'Alice',
  password: 'correct horse 7 battery',
};

const post = async (address: string, path: string) =>
  fetch(new URL(path, address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(someone),
  });

describe.skipIf(!isRoot || !user)('started as root (skipped without root or useradd)', () => {
  const { uid = 0, gid = 0 } = user ?? {};

  test('every process runs as the service user, who owns the data', async () => {
    const folder = emptyFolder();
    const run = launch(folder, { WEB_CONCURRENCY: '2' });
    await untilStarted(run);
    expect(run.said()).toMatch(/started as root and runs as the user roost/);
    const processes = [
      ...familyOf(run.child.pid ?? 0),
      postmasterOf(join(folder, 'db/cluster')) ?? 0,
    ];
    expect(processes.length).toBeGreaterThan(4);
    const ids = (id: number) => Array.from({ length: 4 }, () => id).join('\t');
    for (const pid of processes)
      expect(rightsOf(pid)).toEqual([ids(uid), ids(gid), '0000000000000000', String(gid)]);
    await stop(run);
    expect(ownersIn(folder)).toEqual(new Set([uid]));
  });

  test('a data folder owned by root and nobody still works', async () => {
    const folder = emptyFolder();
    const before = launch(folder);
    expect((await post(await untilStarted(before), '/api/auth/register')).status).toBe(201);
    await stop(before);
    const old = nobody();
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const isDatabase = path.startsWith('db/cluster');
      lchownSync(join(folder, path), isDatabase ? old.uid : 0, isDatabase ? old.gid : 0);
    }
    chownSync(folder, 0, 0);
    const after = launch(folder);
    expect((await post(await untilStarted(after), '/api/auth/login')).status).toBe(200);
    await stop(after);
    expect(ownersIn(folder)).toEqual(new Set([uid]));
  });

  test('root follows an operator’s link to the database, but no link of the user', async () => {
    const [folder, elsewhere, victim] = [emptyFolder(), emptyFolder(), emptyFolder()];
    symlinkSync(elsewhere, join(folder, 'db'));
    for (let n = 0; n < 2; n += 1) {
      const run = launch(folder);
      await untilStarted(run);
      expect(run.said()).toMatch(/started as root and runs as the user roost/);
      await stop(run);
      expect(ownersIn(elsewhere)).toEqual(new Set([uid]));
      // As after a restored backup. PostgreSQL does not start with files that it can't read.
      for (const path of ['cluster/PG_VERSION', 'cluster', '.'])
        chownSync(join(elsewhere, path), 0, 0);
    }
    writeFileSync(join(victim, 'secret'), 'of root');
    rmSync(join(folder, 'db'));
    symlinkSync(victim, join(folder, 'db'));
    lchownSync(join(folder, 'db'), uid, gid);
    const run = launch(folder);
    expect(await run.exited).toBe(1);
    expect(ownersIn(victim)).toEqual(new Set([0]));
  });

  test.each(['the data folder', 'the folder that the database lies in'])(
    'data of an ordinary user is refused, and keeps its owner: %s',
    async (which) => {
      const [folder, elsewhere] = [emptyFolder(), emptyFolder()];
      symlinkSync(elsewhere, join(folder, 'db'));
      const theirs = which === 'the data folder' ? folder : elsewhere;
      writeFileSync(join(theirs, 'kept'), 'theirs');
      for (const path of [theirs, join(theirs, 'kept')]) chownSync(path, 12_345, 12_345);
      const run = launch(folder);
      expect(await run.exited).toBe(1);
      expect(run.said()).toMatch(
        /^The data folder \S+ belongs to another user \(number 12345\): start Roost as that user\.\n$/,
      );
      expect(statSync(join(theirs, 'kept')).uid).toBe(12_345);
      expect(statSync(theirs).uid).toBe(12_345);
    },
  );

  test.skipIf(!canMount)(
    'only the service user can reach code and data below root’s closed folder',
    async () => {
      const closed = join(emptyFolder(), 'closed');
      chmodSync(resolve(closed, '..'), 0o755);
      mkdirSync(join(closed, 'roost'), { recursive: true });
      chmodSync(closed, 0o700);
      const run = launch(join(closed, 'data'), {}, [
        'unshare',
        '--mount',
        '--',
        '/bin/sh',
        '-c',
        `mount --bind "${project}" "${closed}/roost" && exec "$(echo "$0" | sed "s#^${project}#${closed}/roost#")" "${closed}/roost/server/src/main.ts"`,
      ]);
      await untilStarted(run);
      expect(run.said()).toContain(`roost may pass through ${closed} now`);
      expect(rightsOf(familyOf(run.child.pid ?? 0)[0] ?? 0)[0]).toContain(String(uid));
      const { mode, gid: group } = statSync(closed);
      expect([mode & 0o777, group]).toEqual([0o710, gid]);
      await stop(run);
    },
  );

  describe.skipIf(!canMount)('without useradd', () => {
    /** Hides the user and `useradd` from this process only. */
    function withoutUser(): { env: Record<string, string>; before: string[] } {
      const folder = emptyFolder();
      const passwd = join(folder, 'passwd');
      const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
      writeFileSync(passwd, lines.filter((line) => !line.startsWith('roost:')).join('\n'));
      chmodSync(passwd, 0o644);
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      const before = [
        '/bin/sh',
        '-c',
        `/bin/mount --bind "${passwd}" /etc/passwd && exec "$0" "$@"`,
      ];
      return { env: { PATH: bin }, before: ['/usr/bin/unshare', '--mount', '--', ...before] };
    }

    test('production refuses to start, in one line', async () => {
      const { env, before } = withoutUser();
      const run = launch(emptyFolder(), { ...env, NODE_ENV: 'production' }, before);
      expect(await run.exited).toBe(1);
      expect(run.said()).toMatch(
        /^Roost does not run as root in production, [^\n]*useradd[^\n]*\n$/,
      );
    });

    test('elsewhere it starts with a warning', async () => {
      const { env, before } = withoutUser();
      const run = launch(emptyFolder(), env, before);
      await untilStarted(run);
      expect(run.said()).toMatch(/WARNING: it runs with root's rights, for there is no useradd/);
      await stop(run);
    });
  });
});
