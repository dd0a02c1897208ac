import { useSyncExternalStore } from 'react';
import { onLogout } from './logout.ts';

type Listener = () => void;

interface Subscribable {
  /** Registers a listener for changes. Returns a function that removes it. */
  subscribe: (listener: Listener) => () => void;
}

/** A value outside of React, with subscribers. Replace the value, never mutate it. */
export interface Store<Value> extends Subscribable {
  get: () => Value;
  /** Sets the value and notifies the subscribers, unless it is the same value. */
  set: (next: Value) => void;
}

/** One value for each key. The first `get` of a key creates its value. */
export interface KeyedStore<Value> extends Subscribable {
  get: (key: string) => Value;
  /** The value if it exists. Does not create it. */
  peek: (key: string) => Value | undefined;
  set: (key: string, next: Value) => void;
  delete: (key: string) => void;
  clear: () => void;
  entries: () => readonly [key: string, value: Value][];
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const { subscribe, notify } = createListeners();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      notify();
    },
    subscribe,
  };
}

/** A store of one person's data. A logout resets it. */
export function personalStore<Value>(initial: Value): Store<Value> {
  const store = createStore(initial);
  onLogout(() => store.set(initial));
  return store;
}

export function keyedStore<Value>(create: (key: string) => Value): KeyedStore<Value> {
  const values = new Map<string, Value>();
  const { subscribe, notify } = createListeners();
  return {
    get(key) {
      if (!values.has(key)) values.set(key, create(key));
      return values.get(key) as Value;
    },
    peek: (key) => values.get(key),
    set(key, next) {
      if (values.has(key) && Object.is(next, values.get(key))) return;
      values.set(key, next);
      notify();
    },
    delete(key) {
      if (values.delete(key)) notify();
    },
    clear() {
      values.clear();
      notify();
    },
    entries: () => [...values],
    subscribe,
  };
}

/** Replaces some fields of a store's object. */
export function patchStore<Value extends object>(
  store: Store<Value>,
  change: Partial<Value>,
): void {
  store.set({ ...store.get(), ...change });
}

/** The value of a store, or the part that `select` returns. The same value must give the same part. */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part;
export function useStore<Value, Part>(
  { get, subscribe }: Store<Value>,
  select?: (value: Value) => Part,
): Value | Part {
  return useSyncExternalStore<Value | Part>(subscribe, select ? () => select(get()) : get);
}

export function useKeyedStore<Value>({ get, subscribe }: KeyedStore<Value>, key: string): Value {
  return useSyncExternalStore(subscribe, () => get(key));
}

function createListeners() {
  const listeners = new Set<Listener>();
  return {
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: () => {
      for (const listener of listeners) listener();
    },
  };
}
