import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts, Program } from './programs.ts';

/** HAProxy with the configuration in deploy/, before nodes of this machine. */
export class Proxy {
  readonly address: string;
  readonly #program: Program;

  private constructor(port: number, program: Program) {
    this.address = `http://localhost:${port}`;
    this.#program = program;
  }

  static async start(folder: string, nodes: number[]): Promise<Proxy> {
    const [port = 0] = await freePorts(1);
    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, await configure(port, nodes));
    const proxy = new Proxy(port, new Program('haproxy', ['-db', '-f', file]));
    await proxy.#program.until(async () => {
      const response = await fetch(`${proxy.address}/ready`).catch(() => null);
      return response?.ok ?? false;
    });
    return proxy;
  }

  async end(): Promise<void> {
    await this.#program.end('SIGKILL');
  }
}

async function configure(port: number, nodes: number[]): Promise<string> {
  const source = new URL('../../deploy/haproxy.cfg', import.meta.url);
  const [one, two, ...more] = nodes.map((node) => `127.0.0.1:${node}`);
  if (!one || !two || more.length > 0) throw new Error('the configuration names two nodes');
  const configured = (await readFile(source, 'utf8'))
    .replace('maxconn 100000', 'maxconn 1000')
    .replace('<:80>', `127.0.0.1:${port}`)
    .replace('<10.0.0.1:3000>', one)
    .replace('<10.0.0.2:3000>', two);
  if (/[<>]/.test(configured.replace(/^\s*#.*$/gm, '')))
    throw new Error('the configuration in deploy/ has a place that nothing fills');
  return configured;
}
