import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '../..');

export interface DevServer {
  url: string;
  stop: () => Promise<void>;
}

/** Starts Vite's development server for the web app, and waits until it answers. */
export async function startDevServer(): Promise<DevServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--strictPort'];
  const child = spawn(process.execPath, [vite, ...flags], {
    cwd: join(root, 'web'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    printed(child.stdout, url),
    ended.then(() => Promise.reject(new Error('Vite has not started.'))),
  ]);
  return {
    url,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** Vite prints its address when it listens, perhaps after other lines and in colours. */
async function printed(output: Readable, url: string): Promise<void> {
  let text = '';
  for await (const [part] of on(output, 'data')) {
    text += stripVTControlCharacters(String(part));
    if (text.includes(url)) return;
  }
}
