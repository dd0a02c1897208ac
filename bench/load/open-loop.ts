import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface Ask {
  method: 'GET' | 'POST';
  path: string;
  cookie?: string;
  /** A JSON body, or the fields of a form. */
  json?: unknown;
  form?: Record<string, string>;
}

export interface Answered {
  status: number;
  /** Milliseconds from the due time to the whole answer. */
  took: number;
}

const BOUNDARY = '----roost-overload';
/** Nobody waits longer. */
const GIVE_UP_MS = 15_000;

/** Sends a request. The status is 0 if no answer comes. */
export async function answerTo(agent: Agent, address: string, ask: Ask): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const body = bodyOf(ask);
  const headers = {
    ...(ask.cookie !== undefined && { Cookie: ask.cookie }),
    ...(ask.json !== undefined && { 'Content-Type': 'application/json' }),
    ...(ask.form && { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }),
    ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
  };
  const sent = request(
    `${address}${ask.path}`,
    { agent, method: ask.method, headers },
    (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', () => resolve(0));
    },
  );
  sent.setTimeout(GIVE_UP_MS, () => sent.destroy());
  sent.once('error', () => resolve(0));
  sent.end(body);
  return promise;
}

function bodyOf({ json, form }: Ask): string | undefined {
  if (json !== undefined) return JSON.stringify(json);
  if (!form) return undefined;
  const parts = Object.entries(form).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

/** Sends `rate` requests a second, whether or not earlier ones are answered. Each leaves at its due time. */
export async function openLoop(
  address: string,
  { rate, seconds, next }: { rate: number; seconds: number; next: () => Ask },
): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const answers: Promise<Answered>[] = [];
  const began = performance.now();
  try {
    for (let n = 0; n < rate * seconds; n += 1) {
      const due = began + (n * 1_000) / rate;
      const early = due - performance.now();
      if (early > 1) await wait(early);
      answers.push(
        answerTo(agent, address, next()).then((status) => ({
          status,
          took: performance.now() - due,
        })),
      );
    }
    return await Promise.all(answers);
  } finally {
    agent.destroy();
  }
}

/** Sends the next request as soon as one is answered, with this many at once. Returns the answers and the seconds they took. */
export async function closedLoop(
  address: string,
  { clients, seconds, next }: { clients: number; seconds: number; next: () => Ask },
): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const answers: Answered[] = [];
  const end = performance.now() + seconds * 1_000;
  const client = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      const status = await answerTo(agent, address, next());
      answers.push({ status, took: performance.now() - began });
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
    return answers;
  } finally {
    agent.destroy();
  }
}
