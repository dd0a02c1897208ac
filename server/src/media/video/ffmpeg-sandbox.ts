import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Limits of one program: mapped memory, a written file, and processor time. */
const MAX_MEMORY_BYTES = 3 * 1_073_741_824;
const MAX_FILE_BYTES = 2 * 1_073_741_824;
const MAX_CPU_SECONDS = 3_600;
/** The kernel counts all processes and threads of our user, also those outside the sandbox. */
const MAX_PROCESSES = 4_096;

/** Paths inside the sandbox: the file to read, and the file to write. */
export const SANDBOX_INPUT = '/input';
export const SANDBOX_OUTPUT = '/output';

/** The user and group id inside: nobody, without special rights. */
const NOBODY = '65534';

/**
 * Returns the command line that runs a program in a sandbox (bubblewrap). The program has no network, no other
 * processes, no capabilities and none of our environment variables. It sees the system's programs, one file to read and
 * one to write.
 */
export function sandboxCommand(
  program: string,
  files?: { input: string; output: string },
): string[] {
  return [
    ...words(
      `prlimit --as=${MAX_MEMORY_BYTES} --fsize=${MAX_FILE_BYTES} --cpu=${MAX_CPU_SECONDS} --nofile=64 --nproc=${MAX_PROCESSES} --core=0`,
    ),
    ...words('-- bwrap --unshare-all --unshare-user --die-with-parent --new-session'),
    ...words(`--uid ${NOBODY} --gid ${NOBODY} --cap-drop ALL`),
    ...words('--clearenv --setenv PATH /usr/local/bin:/usr/bin:/bin --ro-bind /usr /usr'),
    ...['/bin', '/lib', '/lib64', '/sbin'].flatMap(asOnSystem),
    // The dynamic linker and some distributions choose libraries by these files.
    ...words('--ro-bind-try /etc/ld.so.cache /etc/ld.so.cache'),
    ...words('--ro-bind-try /etc/alternatives /etc/alternatives'),
    ...words('--ro-bind-try /nix/store /nix/store --dev /dev --remount-ro /dev'),
    ...(program.startsWith('/usr/') ? [] : ['--ro-bind', program, program]),
    ...(files ? ['--ro-bind', files.input, SANDBOX_INPUT] : []),
    ...(files ? ['--bind', files.output, SANDBOX_OUTPUT] : []),
    ...words('--remount-ro / --chdir / --'),
    program,
  ];
}

const words = (line: string) => line.split(' ');

function asOnSystem(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  return found.isSymbolicLink()
    ? ['--symlink', readlinkSync(path), path]
    : ['--ro-bind', path, path];
}

/** Returns why the sandbox does not work on this machine, or null if it works. */
export function sandboxProblem(): string | null {
  const has = (program: string) => spawnSync(program, ['--version']).status === 0;
  if (!has('bwrap')) return 'bubblewrap is not installed';
  if (!has('prlimit')) return 'prlimit is not installed';
  const program = findProgram('true');
  const [command = '', ...rest] = sandboxCommand(program ?? '/usr/bin/true');
  if (spawnSync(command, rest, { stdio: 'ignore', timeout: 5_000 }).status === 0) return null;
  return 'the kernel allows no namespaces here';
}

/** Returns the real path of a program, given its name or path. Null if it does not exist. */
export function findProgram(program: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = program.includes('/') ? [program] : folders.map((each) => join(each, program));
  const found = paths.find((path) => existsSync(path));
  return found ? realpathSync(found) : null;
}
