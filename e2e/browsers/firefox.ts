import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from './web-driver.ts';

const PROGRAM = process.env['FIREFOX'] ?? 'firefox-esr';
const START_TIMEOUT_MS = 60_000;

/** Starts Firefox without a window. Undefined if there is none. */
export async function startFirefox(port: number): Promise<Session | undefined> {
  const { status, stdout } = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const profile = await mkdtemp(join(tmpdir(), 'roost-firefox-'));
  await writeFile(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
  const child = spawn(
    PROGRAM,
    ['--headless', '--marionette', '--no-remote', '--profile', profile],
    {
      stdio: 'ignore',
    },
  );
  const exit = once(child, 'exit');
  const marionette = await Marionette.connect(port);
  await marionette.send('WebDriver:NewSession', {});
  return {
    name: 'Firefox',
    version: /[\d.]+\w*/.exec(stdout)?.[0] ?? '',
    async send(command, parameters) {
      const { value } = await marionette.send(`WebDriver:${command}`, parameters);
      return value;
    },
    async close() {
      marionette.close();
      child.kill();
      await exit;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Answer = [type: 1, id: number, error: { message: string } | null, result: { value?: unknown }];

/**
 * The protocol in which geckodriver talks to Firefox: `length:json`. No package on npm contains geckodriver, and Playwright and
 * Firefox ESR share no version of WebDriver BiDi.
 */
class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  static async connect(port: number): Promise<Marionette> {
    for (const end = Date.now() + START_TIMEOUT_MS; ; await sleep(200)) {
      const socket = connect(port, '127.0.0.1');
      try {
        await once(socket, 'connect');
        return new Marionette(socket);
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (part: Buffer) => {
      this.#received = Buffer.concat([this.#received, part]);
      for (let message = this.#take(); message; message = this.#take())
        if (Array.isArray(message)) this.#waiting.get((message as Answer)[1])?.(message as Answer);
    });
  }

  async send(command: string, parameters: object): Promise<{ value?: unknown }> {
    const id = (this.#lastId += 1);
    const message = Buffer.from(JSON.stringify([0, id, command, parameters]));
    const [, , error, result] = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.write(Buffer.concat([Buffer.from(`${message.length}:`), message]));
    });
    this.#waiting.delete(id);
    if (error) throw new Error(`${command}: ${error.message}`);
    return result;
  }

  close(): void {
    this.#socket.destroy();
  }

  /** The next whole message, if it has arrived. The first one is a greeting. */
  #take(): unknown {
    const colon = this.#received.indexOf(':');
    const length = Number(this.#received.subarray(0, Math.max(colon, 0)));
    const end = colon + 1 + length;
    if (colon < 0 || this.#received.length < end) return undefined;
    const message = JSON.parse(this.#received.subarray(colon + 1, end).toString()) as unknown;
    this.#received = this.#received.subarray(end);
    return message;
  }
}
