import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../../config/start-error.ts';
import type { Binaries } from './embedded-binaries.ts';
import type { DataLocation } from './data-location.ts';
import { withClient } from '../with-client.ts';

/** Creates the cluster if there is none. It gets its name only when it is complete, so an interrupted start begins again. */
export async function makeCluster(
  location: DataLocation,
  binaries: Binaries,
  password: string,
  durable: boolean,
): Promise<void> {
  if (existsSync(location.cluster)) return;
  const draft = join(location.home, 'new');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const passwordFile = join(draft, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [draft, passwordFile]) giveTo(location, path);

  const cluster = join(draft, 'cluster');
  await run(location, binaries.initdb, [
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Trigrams use this locale of the system to recognise letters. macOS has no C.UTF-8.
    process.platform === 'darwin' ? '--locale=en_US.UTF-8' : '--locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ]);
  renameSync(cluster, location.cluster);
  rmSync(draft, { recursive: true, force: true });
}

function giveTo({ runAs }: DataLocation, path: string): void {
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(path, runAs.uid, runAs.gid);
}

function run(location: DataLocation, program: string, parameters: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program, parameters, {
    ...location.runAs,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C reaches the whole process group of a terminal. Only Roost may stop the database.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  child.once('error', reject);
  child.once('close', (code) => {
    process.off('exit', onExit);
    if (code === 0) return resolve();
    const line =
      output.split('\n').find((each) => /error|fatal|could not/i.test(each)) ?? `exit code ${code}`;
    reject(new StartError(`The database could not be made in ${location.home}: ${line.trim()}`));
  });
  return promise;
}

/** Creates the app's database and its role, which is no superuser. Safe to run again. */
export async function makeDatabase(superuserUrl: string, password: string): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    const role = await client.query("select from pg_roles where rolname = 'roost'");
    if (role.rowCount === 0) {
      await client.query(`create role roost login password ${client.escapeLiteral(password)}`);
    }
    const database = await client.query("select from pg_database where datname = 'roost'");
    if (database.rowCount === 0) await client.query('create database roost owner roost');
  });
}
