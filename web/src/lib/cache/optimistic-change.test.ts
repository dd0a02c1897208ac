import { expect, test, vi } from 'vitest';
import { announceLogout } from '../logout.ts';
import { changeOptimistically } from './optimistic-change.ts';

/** A change of one text, whose call the test answers. */
function sampleChange() {
  const calls: PromiseWithResolvers<string>[] = [];
  const shown = { text: 'old' };
  const failed = vi.fn<(error: unknown, again?: () => void) => void>();
  const succeeded = vi.fn();
  const change = {
    show: () => {
      shown.text = 'new';
      return () => (shown.text = 'old');
    },
    send: async () => {
      const call = Promise.withResolvers<string>();
      calls.push(call);
      return call.promise;
    },
    isAlreadyMade: (error: unknown) => error === 'gone',
    succeeded,
    failed,
  };
  return { change, calls, shown, failed, succeeded };
}

test('a change shows at once and stays after the answer', async () => {
  const { change, calls, shown, succeeded } = sampleChange();
  const made = changeOptimistically(change);
  expect(shown.text).toBe('new');
  calls[0]!.resolve('answer');
  expect(await made).toBe(true);
  expect(shown.text).toBe('new');
  expect(succeeded).toHaveBeenCalledWith('answer');
});

test('a failed change is undone and can be repeated', async () => {
  const { change, calls, shown, failed } = sampleChange();
  const made = changeOptimistically(change);
  calls[0]!.reject('no');
  expect(await made).toBe(false);
  expect(shown.text).toBe('old');
  expect(failed).toHaveBeenCalledWith('no', expect.any(Function));
  failed.mock.calls[0]![1]!();
  expect(shown.text).toBe('new');
  expect(calls).toHaveLength(2);
});

test('a change that somebody has already made stays', async () => {
  const { change, calls, shown, failed } = sampleChange();
  const made = changeOptimistically(change);
  calls[0]!.reject('gone');
  expect(await made).toBe(true);
  expect(shown.text).toBe('new');
  expect(failed).not.toHaveBeenCalled();
});

test('after a logout, a failed change is not undone and cannot be repeated', async () => {
  const { change, calls, shown, failed } = sampleChange();
  const made = changeOptimistically(change);
  announceLogout('signedOut');
  shown.text = 'of the next person';
  calls[0]!.reject('no');
  expect(await made).toBe(false);
  expect(shown.text).toBe('of the next person');
  expect(failed).toHaveBeenCalledWith('no', undefined);
});

test('after a logout, `succeeded` is not called', async () => {
  const { change, calls, succeeded } = sampleChange();
  const made = changeOptimistically(change);
  announceLogout('signedOut');
  calls[0]!.resolve('answer');
  expect(await made).toBe(true);
  expect(succeeded).not.toHaveBeenCalled();
});

test('an error in `succeeded` does not undo the change', async () => {
  const { change, calls, shown, failed } = sampleChange();
  const made = changeOptimistically({
    ...change,
    succeeded() {
      throw new Error('words');
    },
  });
  calls[0]!.resolve('answer');
  await expect(made).rejects.toThrow('words');
  expect(shown.text).toBe('new');
  expect(failed).not.toHaveBeenCalled();
});

test('the change rejects with the error that the failure handler throws', async () => {
  const { change, calls } = sampleChange();
  const made = changeOptimistically({
    ...change,
    failed() {
      throw new Error('words');
    },
  });
  calls[0]!.reject('no');
  await expect(made).rejects.toThrow('words');
});
