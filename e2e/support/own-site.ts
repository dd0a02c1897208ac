import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SpawnedApp } from '../../server/test/support/spawned-app.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

export interface OwnSite {
  address: string;
  /** Runs a command of the operator beside the server. */
  operate: (...command: string[]) => Promise<unknown>;
  /** Stops the server, does this work, and starts it again on the same data. */
  restart: (meanwhile: () => Promise<void>, env?: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts a server of its own, for journeys that change the settings of the whole site. */
export async function startOwnSite(port: number): Promise<OwnSite> {
  const folder = await mkdtemp(join(tmpdir(), 'roost-site-'));
  const data = join(folder, 'data');
  const start = async (env: Record<string, string> = {}) =>
    SpawnedApp.start(data, port, { FFMPEG: 'off', ...env });
  let app = await start();
  return {
    address: app.address,
    operate: async (...command) =>
      run(process.execPath, [join(root, 'tools/admin/main.ts'), ...command], {
        env: { ...process.env, ROOST_DATA: data, PORT: String(port) },
      }),
    async restart(meanwhile, env) {
      await app.end('SIGTERM');
      await meanwhile();
      app = await start(env);
    },
    async stop() {
      await app.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
