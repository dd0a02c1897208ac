import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { OrderName, Orders } from './orders.ts';
import { tellProcess } from './tell-process.ts';

/** The measuring side of the load driver. */
export class Driver {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(new URL('driver.ts', import.meta.url).pathname, { execArgv: [] });
  }

  /** Sends one order and waits for its result. Orders run one after the other. */
  async tell<Name extends OrderName>(
    name: Name,
    order: Parameters<Orders[Name]>[0],
  ): Promise<ReturnType<Orders[Name]>> {
    return tellProcess(this.#child, name, order);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.disconnect();
    await once(this.#child, 'exit');
  }
}
