import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { OrderName, Orders } from './orders.ts';
import { sendOrder } from './send-order.ts';

/** Starts the load driver in its own process, and sends orders to it. */
export class Driver {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(new URL('driver.ts', import.meta.url).pathname, { execArgv: [] });
  }

  /** Sends one order and waits for its result. Orders run one after the other. */
  async send<Name extends OrderName>(
    name: Name,
    order: Parameters<Orders[Name]>[0],
  ): Promise<ReturnType<Orders[Name]>> {
    return sendOrder(this.#child, name, order);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.disconnect();
    await once(this.#child, 'exit');
  }
}
