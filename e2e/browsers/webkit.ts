import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { commands, type Session } from './web-driver.ts';

const PROGRAM = 'WebKitWebDriver';
const START_TIMEOUT_MS = 20_000;
const DISPLAY = ':77';

/** Starts WebKitGTK's small browser on a display of its own. Undefined if there is none. */
export async function startWebKit(port: number): Promise<Session | undefined> {
  const [binary] = globSync('/usr/lib{exec,/*}/webkit2gtk-4.*/MiniBrowser');
  const isThere = [PROGRAM, 'Xvfb'].every((name) => !spawnSync(name, ['-help']).error);
  if (!isThere || !binary) return undefined;
  const display = spawn('Xvfb', [DISPLAY, '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  const driver = spawn(PROGRAM, ['-p', String(port)], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY },
  });
  const address = `http://127.0.0.1:${port}/session`;
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
  };
  await untilReady(`http://127.0.0.1:${port}/status`);
  const created = (await ask('POST', address, { capabilities })) as {
    sessionId: string;
    capabilities: { browserVersion: string };
  };
  return {
    name: 'WebKitGTK',
    version: created.capabilities.browserVersion,
    async send(command, parameters) {
      const [method, path] = commands[command];
      return ask(method, `${address}/${created.sessionId}/${path}`, parameters);
    },
    async close() {
      await ask('DELETE', `${address}/${created.sessionId}`).catch(() => {});
      await end(driver);
      await end(display);
    },
  };
}

async function ask(method: string, url: string, parameters?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(parameters && { body: JSON.stringify(parameters) }),
  });
  const { value } = (await response.json()) as { value: { message?: string } | null };
  if (!response.ok) throw new Error(`${url}: ${value?.message}`);
  return value;
}

async function untilReady(url: string): Promise<void> {
  for (const end = Date.now() + START_TIMEOUT_MS; ; await sleep(100))
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
