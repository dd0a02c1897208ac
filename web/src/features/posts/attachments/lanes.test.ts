import { expect, test } from 'vitest';
import { Lanes } from './lanes.ts';

const never = new AbortController().signal;
const soon = () => new Promise((done) => setTimeout(done));

function works(lanes: Lanes) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, signal = never) =>
    lanes.run(() => {
      started.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    }, signal);
  return { started, start, end: (name: string) => ends.get(name)!() };
}

test('no more than two at a time, the rest in order', async () => {
  const { started, start, end } = works(new Lanes(2));
  for (const name of ['a', 'b', 'c', 'd']) void start(name);
  await soon();
  expect(started).toEqual(['a', 'b']);
  end('b');
  await soon();
  expect(started).toEqual(['a', 'b', 'c']);
});

test('one that is called off while it waits takes nobody’s turn', async () => {
  const { started, start, end } = works(new Lanes(1));
  const off = new AbortController();
  void start('a');
  const refused = expect(start('b', off.signal)).rejects.toThrow('enough');
  void start('c');
  off.abort(new Error('enough'));
  await refused;
  end('a');
  await soon();
  expect(started).toEqual(['a', 'c']);
});

test('a failed work frees its lane', async () => {
  const lanes = new Lanes(1);
  await expect(lanes.run(() => Promise.reject(new Error('no')), never)).rejects.toThrow('no');
  expect(await lanes.run(() => Promise.resolve('yes'), never)).toBe('yes');
});
