import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('worker.ts', import.meta.url));
const root = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/**
 * Starts a worker process that reads media files. It can access only the worker's code and `folder`. It gets no
 * settings, starts no processes and has no network if the system allows this.
 */
export function startWorker(folder: string): ChildProcess {
  const [program, ...before] = [...withoutNetwork(), process.execPath];
  return fork(script, {
    execPath: program ?? process.execPath,
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
    execArgv: [
      ...before,
      '--max-old-space-size=384',
      '--permission',
      // The decoders are native addons. Only the system confines them.
      '--allow-addons',
      ...[
        'server/src/media',
        'server/src/lib',
        'node_modules',
        'package.json',
        'server/package.json',
      ].map((path) => `--allow-fs-read=${root(path)}`),
      `--allow-fs-read=${folder}`,
      `--allow-fs-write=${folder}`,
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

let prefix: string[] | undefined;

/** Returns a command prefix that removes the network. It is empty if the system does not allow this. */
function withoutNetwork(): string[] {
  prefix ??= [
    ['unshare', '--net', '--map-root-user', '--'],
    ['unshare', '--net', '--'],
  ].find(([program = '', ...rest]) => spawnSync(program, [...rest, 'true']).status === 0);
  return (prefix ??= []);
}
