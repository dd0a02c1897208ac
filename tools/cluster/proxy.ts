import { readFile, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Program } from './programs.ts';

/** HAProxy with the configuration of deploy/, in front of nodes on this machine. */
export class Proxy {
  readonly address: string;
  readonly #program: Program;
  readonly #control: string;

  private constructor(port: number, program: Program, control: string) {
    this.address = `http://localhost:${port}`;
    this.#program = program;
    this.#control = control;
  }

  static async start(folder: string, port: number, nodes: number[]): Promise<Proxy> {
    const file = join(folder, 'haproxy.cfg');
    const control = join(folder, 'haproxy.sock');
    await writeFile(file, await configure(port, nodes, control));
    const proxy = new Proxy(port, new Program('haproxy', ['-db', '-f', file]), control);
    await proxy.#program.until(async () => {
      const response = await fetch(`${proxy.address}/ready`).catch(() => null);
      return response?.ok ?? false;
    });
    return proxy;
  }

  /** Waits until the proxy considers this node up. Then the other node may stop. */
  async untilUp(index: number): Promise<void> {
    await this.#program.until(async () => (await this.#states())[index]?.startsWith('UP') ?? false);
  }

  /** The proxy's state of each node, in order: UP, DOWN or a transition between them. */
  async #states(): Promise<string[]> {
    const rows = (await text(createConnection(this.#control).end('show stat\n')))
      .split('\n')
      .map((line) => line.split(','));
    const of = (row: string[], name: string) => row[rows[0]?.indexOf(name) ?? -1] ?? '';
    return rows
      .filter((row) => row[0] === 'roost' && of(row, 'svname') !== 'BACKEND')
      .map((row) => of(row, 'status'));
  }

  async end(): Promise<void> {
    await this.#program.end('SIGKILL');
  }
}

async function configure(port: number, nodes: number[], control: string): Promise<string> {
  const source = new URL('../../deploy/haproxy.cfg', import.meta.url);
  const [one, two, ...more] = nodes.map((node) => `127.0.0.1:${node}`);
  if (!one || !two || more.length > 0) throw new Error('the configuration names two nodes');
  const configured = (await readFile(source, 'utf8'))
    .replace('maxconn 100000', 'maxconn 1000')
    .replace('</run/haproxy/roost.sock>', control)
    .replace('<:80>', `127.0.0.1:${port}`)
    .replace('<10.0.0.1:3000>', one)
    .replace('<10.0.0.2:3000>', two);
  if (/[<>]/.test(configured.replace(/^\s*#.*$/gm, '')))
    throw new Error('the configuration in deploy/ has a marked value that nothing fills in');
  return configured;
}
