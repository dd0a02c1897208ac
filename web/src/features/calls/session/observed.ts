import { useSyncExternalStore } from 'react';

/** A value that changes as a whole, and whoever watches it. */
export class Observed<Value extends object> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get = (): Value => this.#value;

  set(change: Partial<Value>): void {
    this.#value = { ...this.#value, ...change };
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useObserved<Value extends object>(observed: Observed<Value>): Value {
  return useSyncExternalStore(observed.subscribe, observed.get);
}
