import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends an order to a child process and returns its result. Orders run one after the other. */
export async function tellProcess<Answer>(
  child: ChildProcess,
  name: string,
  order: object,
): Promise<Answer> {
  const over = new AbortController();
  const { signal } = over;
  try {
    child.send({ name, order });
    const [said] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => [{ error: 'the process ended' }]),
    ])) as [{ answer?: Answer; error?: string }];
    if (said.error !== undefined || said.answer === undefined)
      throw new Error(`${name}: ${said.error}`);
    return said.answer;
  } finally {
    over.abort();
  }
}
