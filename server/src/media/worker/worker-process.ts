import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('worker.ts', import.meta.url));
const root = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/**
 * Starts a process that reads what people send, and lets it have nothing else: of our files its own code, of all
 * others those in this folder, no further processes, none of our settings, and, where the system lets us shut it
 * in so, no network.
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
      // The decoders themselves; what runs in them is held by the system only.
      '--allow-addons',
      ...[
        'server/src/media',
        'contract',
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

/** The words to put before a program so that it has no network; none where this system allows nobody to. */
function withoutNetwork(): string[] {
  prefix ??= [
    ['unshare', '--net', '--map-root-user', '--'],
    ['unshare', '--net', '--'],
  ].find(([program = '', ...rest]) => spawnSync(program, [...rest, 'true']).status === 0);
  return (prefix ??= []);
}
