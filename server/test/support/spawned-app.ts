import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { serverFlags } from '../../../tools/server-flags.mjs';

const ownMain = new URL('../../src/main.ts', import.meta.url).pathname;

/** Processes that end when the tests break off. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  // Their databases would survive a SIGKILL.
  for (const child of running) child.kill('SIGTERM');
});

/** The application as a separate process, for tests with signals. */
export class SpawnedApp {
  readonly address: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, address: string) {
    this.#child = child;
    this.address = address;
  }

  /** Starts the process on a folder and waits until it is ready. `main` is the first file of other sources. */
  static async start(
    folder: string,
    port: number,
    env: Record<string, string> = {},
    main = ownMain,
  ): Promise<SpawnedApp> {
    const child = spawn(process.execPath, [...serverFlags, main], {
      env: {
        ...process.env,
        ROOST_DATA: folder,
        PORT: String(port),
        HOST: '127.0.0.1',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'fatal',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    child.stdout?.resume();
    const app = new SpawnedApp(child, `http://127.0.0.1:${port}`);
    await app.ready().catch(async (error: unknown) => {
      await app.end('SIGTERM');
      throw error;
    });
    return app;
  }

  /** Resolves when the process reports that it is ready. Rejects after the longest allowed start. */
  async ready(): Promise<void> {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await wait(50)) {
      if (this.hasExited) throw new Error('the application ended instead of getting ready');
      const response = await fetch(`${this.address}/ready`).catch(() => null);
      if (response?.ok) return;
    }
    throw new Error('the application did not get ready');
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Sends a signal and waits for the end. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (this.hasExited) return this.#child.exitCode;
    this.#child.kill(signal);
    await once(this.#child, 'exit');
    return this.#child.exitCode;
  }
}
