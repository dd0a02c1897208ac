import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePorts, POSTGRES_PROGRAMS, Program } from './programs.ts';

const settings = {
  listen_addresses: '127.0.0.1',
  max_connections: 300,
  // The tests do not need durable data.
  fsync: 'off',
  wal_level: 'replica',
  hot_standby: 'on',
  shared_buffers: '64MB',
};

/** A primary PostgreSQL from the distribution, and a streaming replica. */
export class Postgres {
  readonly url: string;
  readonly replicaUrl: string;
  readonly primary: Program;
  readonly replica: Program;

  private constructor(urls: string[], primary: Program, replica: Program) {
    [this.url = '', this.replicaUrl = ''] = urls;
    this.primary = primary;
    this.replica = replica;
  }

  static async start(folder: string): Promise<Postgres> {
    const runAs = postgresUser();
    const [port = 0, replicaPort = 0] = await freePorts(2);
    const [first = '', second = ''] = ['primary', 'replica'].map((name) => join(folder, name));
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    for (const each of [first, second]) {
      mkdirSync(each, { mode: 0o700 });
      if (runAs.uid !== undefined) chownSync(each, runAs.uid, runAs.gid ?? runAs.uid);
    }
    run(
      'initdb',
      ['-D', first, '-U', 'roost', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
      runAs,
    );
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
    await appendFile(join(first, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
    const primary = await serve(first, port, runAs);
    await inDatabase(urlOf(port, 'postgres'), 'create database roost');
    // A fast checkpoint starts the backup at once.
    const copy = ['-D', second, '-R', '-X', 'stream', '-c', 'fast', '-d', urlOf(port)];
    run('pg_basebackup', copy, runAs);
    const replica = await serve(second, replicaPort, runAs);
    return new Postgres([urlOf(port), urlOf(replicaPort)], primary, replica);
  }

  async end(): Promise<void> {
    await this.replica.end('SIGQUIT');
    await this.primary.end('SIGQUIT');
  }
}

const urlOf = (port: number, name = 'roost') => `postgres://roost@127.0.0.1:${port}/${name}`;

async function serve(data: string, port: number, runAs: RunAs): Promise<Program> {
  const options = ['-D', data, '-p', String(port), '-c', `unix_socket_directories=${data}`];
  const program = new Program(join(POSTGRES_PROGRAMS, 'postgres'), options, {
    ...runAs,
    cwd: data,
  });
  await program.until(async () =>
    inDatabase(urlOf(port, 'postgres'), 'select 1').then(
      () => true,
      () => false,
    ),
  );
  return program;
}

/** Runs one statement as the superuser. */
export async function inDatabase(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

interface RunAs {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root. */
function postgresUser(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function run(program: string, options: string[], runAs: RunAs): void {
  execFileSync(join(POSTGRES_PROGRAMS, program), options, { ...runAs, cwd: '/', stdio: 'pipe' });
}
