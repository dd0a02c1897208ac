import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends an order to a child process and returns its result. Orders run one after the other. */
export async function sendOrder<Answer>(
  child: ChildProcess,
  name: string,
  order: object,
): Promise<Answer> {
  const done = new AbortController();
  const { signal } = done;
  try {
    child.send({ name, order });
    const [reply] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => [{ error: 'the process ended' }]),
    ])) as [{ answer?: Answer; error?: string }];
    if (reply.error !== undefined || reply.answer === undefined)
      throw new Error(`${name}: ${reply.error}`);
    return reply.answer;
  } finally {
    done.abort();
  }
}
