import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { freePorts, POSTGRES_PROGRAMS, Program } from './programs.ts';
import { withClient } from '../../server/src/platform/database/with-client.ts';

const settings = {
  listen_addresses: '127.0.0.1',
  max_connections: 300,
  // The tests do not need durable data.
  fsync: 'off',
  shared_buffers: '64MB',
};

/** A PostgreSQL from the distribution. */
export class Postgres {
  readonly url: string;
  readonly program: Program;

  private constructor(url: string, program: Program) {
    this.url = url;
    this.program = program;
  }

  static async start(folder: string): Promise<Postgres> {
    const runAs = postgresUser();
    const [port = 0] = await freePorts(1);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (runAs.uid !== undefined) chownSync(folder, runAs.uid, runAs.gid ?? runAs.uid);
    run(
      'initdb',
      ['-D', folder, '-U', 'roost', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
      runAs,
    );
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
    await appendFile(join(folder, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
    const program = await serve(folder, port, runAs);
    await inDatabase(urlOf(port, 'postgres'), 'create database roost');
    return new Postgres(urlOf(port), program);
  }

  async end(): Promise<void> {
    await this.program.end('SIGQUIT');
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
async function inDatabase(url: string, statement: string): Promise<pg.QueryResult> {
  return withClient(url, async (client) => client.query(statement));
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
