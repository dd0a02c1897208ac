import { setTimeout as wait } from 'node:timers/promises';
import type { Pair } from '../member.ts';
import { sockets } from './connect.ts';
import type { Conversed, Orders } from './orders.ts';

/** Milliseconds to wait for undelivered messages after the last one was sent. */
const DELIVERY_TIMEOUT_MS = 60_000;

/** A text of the usual length. */
const TEXT = 'and then we walked all the way back along the shore, in the rain';

interface Direction {
  from: string;
  to: string;
  conversationId: string;
}

/** Sends the messages of one run and records their deliveries. Each text contains the number of its message. */
class Run {
  readonly result: Conversed = { sent: 0, delivered: 0, refused: 0, seconds: 0, latencies: [] };
  readonly #dueAt = new Map<number, number>();
  readonly #next = new Map<number, () => void>();
  readonly #name = Math.random().toString(36).slice(2);

  /** Sends a message that was due at `due`. Calls `onDelivered` when the receiver has it. */
  send({ from, to, conversationId }: Direction, dueAt: number, onDelivered?: () => void): void {
    const number = this.result.sent;
    this.result.sent += 1;
    this.#dueAt.set(number, dueAt);
    if (onDelivered) this.#next.set(number, onDelivered);
    const content = `${this.#name} ${number} ${TEXT}`;
    const payload = { receiverId: to, conversationId, message: { content, media: [] } };
    const clientId = `${this.#name}-${number}`;
    sockets.get(from)?.emit('sendMessage', { ...payload, clientId }, ({ ok }: { ok: boolean }) => {
      if (!ok) this.result.refused += 1;
    });
  }

  readonly receive = ({ message }: { message: { content: string } }): void => {
    const now = performance.now();
    const [name, text = ''] = message.content.split(' ', 2);
    const number = Number(text);
    const dueAt = this.#dueAt.get(number);
    // Ignores messages of earlier runs, and second deliveries.
    if (name !== this.#name || dueAt === undefined) return;
    this.#dueAt.delete(number);
    this.result.delivered += 1;
    this.result.latencies.push(now - dueAt);
    const goOn = this.#next.get(number);
    this.#next.delete(number);
    goOn?.();
  };

  /** Waits until every message has arrived, or until the time-out. */
  async waitForDeliveries(): Promise<void> {
    for (
      const end = performance.now() + DELIVERY_TIMEOUT_MS;
      performance.now() < end;
      await wait(5)
    )
      if (this.result.delivered + this.result.refused >= this.result.sent) return;
  }
}

export const converse = async ({
  pairs,
  rate,
  seconds,
}: Parameters<Orders['converse']>[0]): Promise<Conversed> => {
  const run = new Run();
  for (const socket of sockets.values()) socket.on('receiveMessage', run.receive);
  const begin = performance.now();
  const directions = directionsOf(pairs);
  if (rate === null) await asFastAsDelivered(run, directions, begin + seconds * 1_000);
  else await atRate(run, directions, rate, seconds);
  await run.waitForDeliveries();
  for (const socket of sockets.values()) socket.off('receiveMessage', run.receive);
  return { ...run.result, seconds: (performance.now() - begin) / 1_000 };
};

function directionsOf(pairs: Pair[]): Direction[] {
  return [
    ...pairs.map((pair) => ({ ...pair, from: pair.one.id, to: pair.other.id })),
    ...pairs.map((pair) => ({ ...pair, from: pair.other.id, to: pair.one.id })),
  ];
}

/** Sends each message at its due time, or as soon as possible after it. The latency counts from the due time. */
async function atRate(
  run: Run,
  directions: Direction[],
  rate: number,
  seconds: number,
): Promise<void> {
  const begin = performance.now();
  for (let n = 0; n < rate * seconds; await wait(1)) {
    const due = Math.min(rate * seconds, ((performance.now() - begin) / 1_000) * rate);
    for (; n < due; n += 1)
      run.send(directions[n % directions.length]!, begin + (n / rate) * 1_000);
  }
}

async function asFastAsDelivered(run: Run, directions: Direction[], end: number): Promise<void> {
  const goOn = (direction: Direction) => {
    if (performance.now() < end) run.send(direction, performance.now(), () => goOn(direction));
  };
  for (const direction of directions) goOn(direction);
  await wait(end - performance.now());
}
