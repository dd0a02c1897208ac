import { Agent, request } from 'node:http';
import type { Asked, Expectation, Orders, Step, RequestSequence } from './orders.ts';

interface Learned {
  address: string;
  sequences: RequestSequence[];
  /** The index of the next sequence. */
  next: number;
}

const learned = new Map<string, Learned>();
const BOUNDARY = '----roost-bench';

export function learn({ name, address, sequences }: Parameters<Orders['learn']>[0]) {
  if (sequences.length === 0) throw new Error(`${name}: there are no requests to send`);
  learned.set(name, { address, sequences, next: 0 });
  return { sequences: sequences.length };
}

export async function ask({
  name,
  clients,
  seconds,
  least = 0,
}: Parameters<Orders['ask']>[0]): Promise<Asked> {
  const known = learned.get(name);
  if (!known) throw new Error(`${name} was not learned`);
  // Keeps connections open, as browsers do. The end of the round closes them, so the next round opens its own.
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  let requests = 0;
  const client = async () => {
    do {
      const sequence = known.sequences[known.next++ % known.sequences.length]!;
      for (const step of sequence.steps) {
        await take(agent, known.address, sequence.cookie, step);
        requests += 1;
      }
    } while (performance.now() < end || requests < least);
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
    return { requests, seconds: (performance.now() - begin) / 1_000 };
  } finally {
    agent.destroy();
  }
}

async function take(agent: Agent, address: string, cookie: string, step: Step): Promise<void> {
  const { status, text } = await send(agent, address, cookie, step);
  if (status !== step.expect.status || !isPlausible(text, step.expect))
    throw new Error(`${step.method} ${step.path}: ${status} ${text.slice(0, 300)}`);
}

function send(
  agent: Agent,
  address: string,
  cookie: string,
  { method, path, form }: Step,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const body = form && bodyOf(form);
  const headers = {
    Cookie: cookie,
    ...(body !== undefined && {
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': Buffer.byteLength(body),
    }),
  };
  const sent = request(`${address}${path}`, { agent, method, headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => (text += part));
    answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    answer.once('error', reject);
  });
  sent.once('error', reject);
  sent.end(body);
  return promise;
}

function bodyOf(form: Record<string, string>): string {
  const parts = Object.entries(form).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

function isPlausible(text: string, { at, least, is }: Expectation): boolean {
  let found: unknown = JSON.parse(text);
  for (const key of at.split('.')) found = (found as Record<string, unknown> | null)?.[key];
  if (least !== undefined) return Array.isArray(found) && found.length >= least;
  return is === undefined ? found !== undefined : found === is;
}
