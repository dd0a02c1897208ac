import { expect, test, vi } from 'vitest';
import { announceLogout } from './logout.ts';
import { createStore, keyedStore, patchStore, personalStore } from './store.ts';

test('a store notifies its subscribers of each change, until they leave', () => {
  const store = createStore('a');
  const heard: string[] = [];
  const leave = store.subscribe(() => heard.push(store.get()));
  store.set('b');
  store.set('b');
  store.set('c');
  leave();
  store.set('d');
  expect(heard).toEqual(['b', 'c']);
});

test('a subscriber may leave while it is notified', () => {
  const store = createStore(0);
  const last = vi.fn();
  const leave = store.subscribe(() => leave());
  store.subscribe(last);
  store.set(1);
  store.set(2);
  expect(last).toHaveBeenCalledTimes(2);
});

test('a patch replaces the object and keeps the other fields', () => {
  const store = createStore({ one: 1, two: 2 });
  const before = store.get();
  patchStore(store, { two: 3 });
  expect(store.get()).toEqual({ one: 1, two: 3 });
  expect(before).toEqual({ one: 1, two: 2 });
});

test('a logout resets a personal store and notifies its subscribers', () => {
  const store = personalStore<string | undefined>(undefined);
  store.set('mara’s');
  const heard = vi.fn();
  store.subscribe(heard);
  announceLogout('expired');
  expect(store.get()).toBeUndefined();
  expect(heard).toHaveBeenCalledOnce();
});

test('a keyed store creates a value once, without notifying', () => {
  const create = vi.fn((key: string) => ({ key }));
  const store = keyedStore(create);
  const heard = vi.fn();
  store.subscribe(heard);
  expect(store.peek('a')).toBeUndefined();
  expect(store.get('a')).toBe(store.get('a'));
  expect(store.peek('a')).toEqual({ key: 'a' });
  expect(create).toHaveBeenCalledOnce();
  expect(heard).not.toHaveBeenCalled();
});

test('a keyed store notifies of what is set, deleted and cleared', () => {
  const store = keyedStore<number>(() => 0);
  const heard = vi.fn();
  store.subscribe(heard);
  store.set('a', 1);
  store.set('a', 1);
  store.set('b', 2);
  store.delete('a');
  store.delete('a');
  expect(store.entries()).toEqual([['b', 2]]);
  store.clear();
  expect(store.get('b')).toBe(0);
  expect(heard).toHaveBeenCalledTimes(4);
});
