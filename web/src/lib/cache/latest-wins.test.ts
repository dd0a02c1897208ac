import { expect, test } from 'vitest';
import { announceLogout } from '../logout.ts';
import { latestWins } from './latest-wins.ts';

/** Each call of `answer` answers the oldest open request. */
function asked(first: string) {
  let shown = first;
  const waiting: ((outcome: { isError: boolean }) => void)[] = [];
  const reported: boolean[] = [];
  const sent: string[] = [];
  const choose = latestWins<string, { isError: boolean }>({
    show: (value) => (shown = value),
    send(value) {
      sent.push(value);
      return new Promise((resolve) => waiting.push(resolve));
    },
    report: ({ isError }) => reported.push(isError),
  });
  return {
    sent,
    reported,
    shown: () => shown,
    choose: (value: string) => choose(value, shown),
    answer: async (isSaved: boolean) => {
      while (waiting.length === 0) await Promise.resolve();
      waiting.shift()!({ isError: !isSaved });
    },
  };
}

test('two quick choices that both fail end at what was saved before', async () => {
  const { choose, answer, shown, reported } = asked('everyone');
  const both = [choose('followers'), choose('no one')];
  expect(shown()).toBe('no one');
  await answer(false);
  await answer(false);
  await Promise.all(both);
  expect(reported).toEqual([true]);
  expect(shown()).toBe('everyone');
});

test('a failure goes back to the last choice that was saved', async () => {
  const { choose, answer, shown, sent } = asked('everyone');
  const both = [choose('followers'), choose('no one')];
  await answer(true);
  expect(sent).toEqual(['followers']);
  await answer(false);
  await Promise.all(both);
  expect(sent).toEqual(['followers', 'no one']);
  expect(shown()).toBe('followers');
});

test('a failure does not take back a later choice', async () => {
  const { choose, answer, shown } = asked('everyone');
  const both = [choose('followers'), choose('no one')];
  await answer(false);
  await both[0];
  expect(shown()).toBe('no one');
  await answer(true);
  await both[1];
  expect(shown()).toBe('no one');
});

test('once a choice was saved, a failure of the next goes back to it', async () => {
  const { choose, answer, shown } = asked('everyone');
  await Promise.all([choose('followers'), answer(true)]);
  expect(shown()).toBe('followers');
  await Promise.all([choose('no one'), answer(false)]);
  expect(shown()).toBe('followers');
});

test('after a logout, no further choice is sent, shown or reported', async () => {
  const { choose, answer, shown, sent, reported } = asked('everyone');
  const both = [choose('followers'), choose('no one')];
  await Promise.resolve();
  announceLogout('signedOut');
  await answer(false);
  await Promise.all(both);
  expect(sent).toEqual(['followers']);
  expect(shown()).toBe('no one');
  expect(reported).toEqual([]);
});
