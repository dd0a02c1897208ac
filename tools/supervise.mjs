// Starts the server and starts it again if it ends by itself. Plain JavaScript, as all of `npm start` before the project's own Node.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverFlags } from './server-flags.mjs';
import { npmProcess, projectNode, root, runToEnd, watchForStop } from './setup.mjs';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** After a run this long, the next pause is the first one again. */
const HEALTHY_RUN_MS = 60_000;

/**
 * Runs the server until somebody stops it, and returns the exit code. A server that ended by itself starts again after a pause, which
 * doubles with each short run. A server that has never served ends for good: a setting is wrong, and a new start would not help.
 */
export async function serve(parameters) {
  // Watches without a gap: between two runs, an unnoticed signal would end this process as if it had failed.
  const stop = new AbortController();
  const unwatch = watchForStop(() => stop.abort());
  try {
    return await serveUntil(stop.signal, parameters);
  } finally {
    unwatch();
  }
}

async function serveUntil(stopped, parameters) {
  const restartsElsewhere = isSupervised();
  let hasServed = false;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const startedAt = performance.now();
    const { code, signal, error } = await runToEnd(
      projectNode(),
      [...serverFlags, 'server/src/main.ts', ...parameters],
      {
        cwd: root,
        // The IPC channel shows the server when this process is gone, and this process when the server serves.
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        onMessage: (message) => (hasServed ||= message === 'serving'),
      },
      // Without memory, the system refuses a new process for a while.
    ).catch((error) => ({ error }));
    // The server ends with 0 only if somebody stops it.
    if (stopped.aborted || code === 0 || !hasServed || restartsElsewhere) {
      if (error) console.error(error);
      return code ?? 1;
    }
    if (performance.now() - startedAt > HEALTHY_RUN_MS) pause = FIRST_PAUSE_MS;
    console.error(
      `Roost has ended by itself (${error?.code ?? signal ?? `exit code ${code}`}). It starts again in ${pause / 1_000} s.`,
    );
    await sleep(pause, undefined, { signal: stopped }).catch(() => {});
    if (stopped.aborted) return 0;
  }
}

/**
 * Tells whether something else starts Roost again: systemd, or the engine of a container. An engine runs Roost as its first
 * process or under a small init. `SUPERVISE` overrides the guess.
 */
function isSupervised() {
  if (process.env.SUPERVISE) return process.env.SUPERVISE === 'off';
  const launcher = npmProcess() ?? process.pid;
  return launcher === 1 || INITS.includes(nameOf(parentOf(launcher)));
}

/** The programs that run as the first process of a machine or container and start services. */
const INITS = ['systemd', 'init', 'tini', 'docker-init', 'dumb-init', 'catatonit'];

function parentOf(pid) {
  return Number(/^PPid:\s*(\d+)$/m.exec(readStatus(pid))?.[1]);
}

function nameOf(pid) {
  return /^Name:\s*(.*)$/m.exec(readStatus(pid))?.[1] ?? '';
}

/** Reads what Linux tells about a process. Empty elsewhere. */
function readStatus(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
