import { Counter, type Registry } from 'prom-client';
import type { Tally as TallyPort } from '../../kernel/ports.ts';

interface Options<Value> {
  name: string;
  help: string;
  label: string;
  /** Values that are shown from the start. Otherwise a rate misses the first event of each. */
  values?: readonly Value[];
}

/** A counter for frequent events. An addition makes no object and no string. */
export class Tally<Value extends string = string> implements TallyPort<Value> {
  readonly #counts = new Map<Value, number>();

  constructor(registry: Registry, { name, help, label, values = [] }: Options<Value>) {
    this.expect(values);
    const counts = this.#counts;
    const counter: Counter = new Counter({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        counter.reset();
        for (const [value, count] of counts) counter.inc({ [label]: value }, count);
      },
    });
  }

  add(value: Value): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  expect(values: readonly Value[]): void {
    for (const value of values) this.#counts.set(value, this.#counts.get(value) ?? 0);
  }
}
