import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../kernel/config.ts';
import type { Context } from '../../kernel/context.ts';

const PROGRAM = fileURLToPath(new URL('../../../../tools/backup/main.ts', import.meta.url));
const MAX_OUTPUT = 10_000;

const running = new Map<Config, ChildProcess>();

/** Makes a backup in a process of its own, so that compressing and encrypting delay nobody's request. */
export async function makeBackup({ config, log }: Context): Promise<void> {
  if (!config.backup) return;
  const child = spawn(process.execPath, [PROGRAM], {
    env: settingsOf(config),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.set(config, child);
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-MAX_OUTPUT)));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  try {
    const code = await promise;
    if (code !== 0) throw new Error(`The backup failed: ${output.trim() || 'it was ended'}`);
    log.info(output.trim());
  } finally {
    running.delete(config);
    process.off('exit', end);
  }
}

/** The settings of this Roost, without those that the primary process gave to this worker only. */
function settingsOf({ worker }: Config): NodeJS.ProcessEnv {
  const { ROOST_WORKER: _, ...env } = process.env;
  if (!worker) return env;
  delete env.WEB_CONCURRENCY;
  delete env.ROOST_ROLES;
  if (worker.isDatabaseOurs) delete env.DATABASE_URL;
  if (worker.isDatabaseOurs) delete env.DATABASE_ADMIN_URL;
  return env;
}

/** Kills a running backup, so that the stop of the server does not wait. The job queue tries again after the next start. */
export function endBackup(config: Config): void {
  running.get(config)?.kill('SIGTERM');
}
