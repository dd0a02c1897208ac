// Runs before any package is installed, on Node 20 or newer. So it is plain JavaScript without packages.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Prints one line that says what to do, and ends this process. */
export function fail(line) {
  console.error(line);
  process.exit(1);
}

/** Installs the packages of the lockfile, and compiles the catalogues of words. */
export async function install() {
  await installPackages();
  // Without development packages, the compiled catalogues of an earlier time serve.
  if (!existsSync(join(root, 'node_modules/@messageformat/core'))) return;
  if ((await run(projectNode(), ['tools/words/main.ts'], [], { cwd: root })) !== 0)
    fail('The catalogues of words could not be compiled; the lines above say why.');
}

async function installPackages() {
  if (isInstalled()) return;
  await alone('install', async () => {
    if (isInstalled()) return;
    console.log('Installing packages…');
    // This level hides warnings about the Node version. Everything later runs on the project's own Node.
    const parameters = [
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    const code = await run(...npm(), parameters, { cwd: root });
    if (code !== 0) fail('Packages could not be installed; the lines above say why.');
    writeStamp('install', lockfileHash());
  });
}

function isInstalled() {
  if (readStamp('install') === lockfileHash()) return true;
  // Somebody may have run npm by hand. npm writes this file last.
  const done = statSync(join(root, 'node_modules/.package-lock.json'), { throwIfNoEntry: false });
  return done !== undefined && done.mtimeMs > statSync(join(root, 'package-lock.json')).mtimeMs;
}

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function npm() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return [process.execPath, [script]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}

/** Returns the project's Node: the one that npm installed, else this one if it is new enough. */
export function projectNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  for (const kind of ['node', 'node-bin']) {
    const own = join(root, 'node_modules', `${kind}-${platform}-${process.arch}`, program);
    if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own;
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(`Roost needs Node 24 or newer here; this is ${process.versions.node}.`);
}

/**
 * Runs a program in this terminal and returns its exit code. Forwards signals to the program and waits for its end.
 * The program must stop its own children.
 */
export async function run(command, before, parameters, options = {}) {
  const { code } = await runToEnd(command, [...before, ...parameters], options);
  return code ?? 1;
}

/**
 * The same. Returns the exit code or the signal that ended the program. `onMessage` gets what the program sends, if it has an IPC channel.
 */
export async function runToEnd(command, parameters, { onMessage = () => {}, ...options } = {}) {
  const child = spawn(command, parameters, { stdio: 'inherit', ...options });
  child.on('message', onMessage);
  const unwatch = watchForStop((signal) => child.kill(signal));
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
  } finally {
    unwatch();
  }
}

/** The npm that started this script, if one did. */
const startedBy = npmProcess();

/**
 * Calls `onStop` for each signal to stop. If npm is killed with SIGKILL, its children keep running, so this also notices the end of npm.
 * Returns a function that ends the watch.
 */
export function watchForStop(onStop) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, onStop);
  const orphaned = setInterval(() => {
    if (npmProcess() === startedBy) return;
    // Only once, because a second signal ends a server without a clean stop.
    clearInterval(orphaned);
    onStop('SIGTERM');
  }, 1_000);
  return () => {
    clearInterval(orphaned);
    for (const signal of signals) process.off(signal, onStop);
  };
}

/** Returns the process id of the npm that started this script, directly or through a shell. */
export function npmProcess() {
  if (!process.env.npm_lifecycle_event) return undefined;
  try {
    const [, name, , parent] = /\((.*)\) (\S+) (\d+)/.exec(
      readFileSync(`/proc/${process.ppid}/stat`, 'utf8'),
    );
    return name.endsWith('sh') ? Number(parent) : process.ppid;
  } catch {
    return process.ppid;
  }
}

// `npm ci` deletes this folder, and no web server serves it.
function stampFile(name) {
  return join(root, 'node_modules/.roost', name);
}

export function readStamp(name) {
  return existsSync(stampFile(name)) ? readFileSync(stampFile(name), 'utf8') : undefined;
}

export function writeStamp(name, text) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), text);
}

/** Runs `work` under a lock that all scripts of this project folder share. */
export async function alone(name, work) {
  const id = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const file = join(tmpdir(), `roost-${name}-${id}.lock`);
  while (!acquire(file)) await sleep(300);
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function acquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned(file)) rmSync(file, { force: true });
    return false;
  }
}

function isAbandoned(file) {
  try {
    const { mtimeMs } = statSync(file);
    if (Date.now() - mtimeMs > 900_000) return true;
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
