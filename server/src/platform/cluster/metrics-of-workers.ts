import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Transport } from './transport.ts';

/** Milliseconds for which a process waits for the others. Nobody knows how many there are. */
const ANSWER_TIMEOUT_MS = 500;

const answered = z.object({ id: z.string(), text: z.string() });

/**
 * Collects the metrics of all workers of a machine, because they share a port and any of them gets the request. Each
 * worker's samples have a label of their own.
 */
export class MetricsOfWorkers {
  readonly #transport: Transport;
  readonly #answers = new Map<string, string[]>();

  /** `readOwn` returns the metrics of this process. */
  constructor(transport: Transport, readOwn: () => Promise<string>) {
    this.#transport = transport;
    void transport.subscribe('metrics-asked', (id) => {
      void readOwn().then((text) =>
        transport.publish('metrics-answered', JSON.stringify({ id, text })),
      );
    });
    void transport.subscribe('metrics-answered', (message) => {
      const { id, text } = answered.parse(JSON.parse(message));
      this.#answers.get(id)?.push(text);
    });
  }

  async read(): Promise<string> {
    const id = randomUUID();
    const texts: string[] = [];
    this.#answers.set(id, texts);
    this.#transport.publish('metrics-asked', id);
    await wait(ANSWER_TIMEOUT_MS);
    this.#answers.delete(id);
    return mergeMetrics(texts);
  }
}

/** Joins texts of Prometheus. All samples of a metric must stand together, below its help and type. */
export function mergeMetrics(texts: readonly string[]): string {
  const samples = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.trim().split(/\n{2,}/))) {
    const lines = block.split('\n');
    const head = lines.filter((line) => line.startsWith('#')).join('\n');
    const own = samples.get(head) ?? [];
    samples.set(head, own);
    own.push(...lines.filter((line) => !line.startsWith('#')));
  }
  return `${[...samples].map(([head, lines]) => [head, ...lines].join('\n')).join('\n\n')}\n`;
}
