import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { fetchAnew } from './fetch-anew.ts';

const KEY = ['list'];

/** A query on screen. The test gives its answers. */
function shown() {
  const client = new QueryClient();
  const answers: ((data: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    queryFn: async () => new Promise<string>((resolve) => answers.push(resolve)),
    staleTime: Infinity,
  });
  return { client, observer, answers };
}

test('it fetches a query again whose first answer was under way', async () => {
  const { client, observer, answers } = shown();
  const stop = observer.subscribe(() => {});
  const done = fetchAnew(client, KEY);
  answers[0]?.('old');
  await expect.poll(() => answers.length).toBe(2);
  // The old answer shows until the new one arrives.
  expect(client.getQueryData(KEY)).toBe('old');
  answers[1]?.('new');
  await done;
  expect(client.getQueryData(KEY)).toBe('new');
  stop();
});

test('a query that no component shows becomes invalid and does not fetch', async () => {
  const { client, answers, observer } = shown();
  observer.subscribe(() => {})();
  const fetching = client.fetchQuery({ ...observer.options, queryKey: KEY });
  const done = fetchAnew(client, KEY);
  answers.at(-1)?.('old');
  await Promise.allSettled([fetching, done]);
  expect(client.getQueryState(KEY)).toMatchObject({ data: 'old', isInvalidated: true });
});

test('it fetches a query with data once', async () => {
  const { client, observer, answers } = shown();
  client.setQueryData(KEY, 'known');
  const stop = observer.subscribe(() => {});
  const done = fetchAnew(client, KEY);
  answers[0]?.('new');
  await done;
  expect([client.getQueryData(KEY), answers.length]).toEqual(['new', 1]);
  stop();
});
