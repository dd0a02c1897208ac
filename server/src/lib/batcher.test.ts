import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Batcher } from './batcher.ts';

const DELAY_MS = 100;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A batcher of letters. Its runs end only when a test ends them. */
function batcherOf(options: { delayMs?: number; isSerial?: boolean } = {}) {
  const runs: { letters: string; scope: string; end: PromiseWithResolvers<string> }[] = [];
  const batcher = new Batcher({
    empty: (): string[] => [],
    run: async (letters, scope: string) => {
      const end = Promise.withResolvers<string>();
      runs.push({ letters: letters.join(''), scope, end });
      return end.promise;
    },
    ...options,
  });
  return {
    batcher,
    add: async (letter: string, scope = 'one') => {
      const { batch, result } = batcher.collect(scope);
      batch.push(letter);
      return result;
    },
    letters: () => runs.map(({ letters }) => letters),
    scopes: () => runs.map(({ scope }) => scope),
    end: (n: number) => runs[n]!.end.resolve(`result ${n}`),
    fail: (n: number) => runs[n]!.end.reject(new Error(`failure ${n}`)),
  };
}

test('without a delay, a batch runs at the end of the turn, and all its callers get the result', async () => {
  const { add, letters, scopes, end } = batcherOf();
  const results = [add('a', 'one'), add('b', 'two')];
  expect(letters()).toEqual([]);
  await endOfTurn();
  expect(letters()).toEqual(['ab']);
  expect(scopes()).toEqual(['one']);
  end(0);
  expect(await Promise.all(results)).toEqual(['result 0', 'result 0']);
});

test('with a delay, a batch collects for as long after it was opened', async () => {
  const { add, letters, scopes } = batcherOf({ delayMs: DELAY_MS });
  void add('a');
  await vi.advanceTimersByTimeAsync(DELAY_MS - 1);
  void add('b');
  expect(letters()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  void add('c', 'two');
  expect(letters()).toEqual(['ab']);
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect(letters()).toEqual(['ab', 'c']);
  expect(scopes()).toEqual(['one', 'two']);
});

test('a batch does not wait for the one before', async () => {
  const { add, letters } = batcherOf({ delayMs: DELAY_MS });
  void add('a');
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  void add('b');
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect(letters()).toEqual(['a', 'b']);
});

test('a serial batch collects until the one before has ended', async () => {
  const { add, letters, end } = batcherOf({ delayMs: DELAY_MS, isSerial: true });
  void add('a');
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  void add('b');
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  void add('c');
  expect(letters()).toEqual(['a']);
  end(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(letters()).toEqual(['a', 'bc']);
});

describe.each([{ isSerial: true }, { isSerial: false }])('a batcher (%o)', ({ isSerial }) => {
  test('gives a failure to all callers of the batch, and to no other', async () => {
    const { add, end, fail } = batcherOf({ delayMs: DELAY_MS, isSerial });
    const failing = Promise.allSettled([add('a'), add('b')]);
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    const next = add('c');
    fail(0);
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    end(1);
    const reason = new Error('failure 0');
    expect(await failing).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    expect(await next).toBe('result 1');
  });

  test('flushes the open batch once, and waits for it', async () => {
    const { batcher, add, letters, end } = batcherOf({ delayMs: DELAY_MS, isSerial });
    void add('a');
    let isFlushed = false;
    const flushing = batcher.flush().then(() => (isFlushed = true));
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect(letters()).toEqual(['a']);
    expect(isFlushed).toBe(false);
    end(0);
    await flushing;
    await batcher.flush();
    expect(letters()).toEqual(['a']);
  });

  test('drops the open batch when it stops', async () => {
    const { batcher, add, letters } = batcherOf({ delayMs: DELAY_MS, isSerial });
    void add('a');
    expect(batcher.openBatch).toEqual(['a']);
    batcher.stop();
    expect(batcher.openBatch).toBeUndefined();
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    void add('b');
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect(letters()).toEqual(['b']);
  });
});

test('a flush waits for a serial run in progress, and for the batch that waits behind it', async () => {
  const { batcher, add, letters, end } = batcherOf({ delayMs: DELAY_MS, isSerial: true });
  void add('a');
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  void add('b');
  const flushing = batcher.flush();
  void add('c');
  end(0);
  await vi.advanceTimersByTimeAsync(0);
  end(1);
  await flushing;
  expect(letters()).toEqual(['a', 'bc']);
});

test('a serial batch that waits behind a run is dropped by a stop', async () => {
  const { batcher, add, letters, end } = batcherOf({ delayMs: DELAY_MS, isSerial: true });
  void add('a');
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  void add('b');
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  batcher.stop();
  end(0);
  await batcher.flush();
  expect(letters()).toEqual(['a']);
});
