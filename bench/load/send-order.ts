import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

interface Reply<Answer> {
  answer?: Answer;
  error?: string;
}

/** Waits for the next reply. The server also says in one word that it serves. */
async function replyOf<Answer>(child: ChildProcess, signal: AbortSignal): Promise<Reply<Answer>> {
  for (;;) {
    const [message] = (await once(child, 'message', { signal })) as [Reply<Answer> | string];
    if (typeof message !== 'string') return message;
  }
}

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
    const reply = await Promise.race([
      replyOf<Answer>(child, signal),
      once(child, 'exit', { signal }).then((): Reply<Answer> => ({ error: 'the process ended' })),
    ]);
    if (reply.error !== undefined || reply.answer === undefined)
      throw new Error(`${name}: ${reply.error}`);
    return reply.answer;
  } finally {
    done.abort();
  }
}
