import { expect, test } from 'vitest';
import { startAppForTest } from './app.ts';
import { storm } from './chat-storm.ts';

test('500 cuts while 20 pairs exchange 5,000 messages', async () => {
  const app = await startAppForTest();
  expect(await storm(app, { pairs: 20, messages: 5_000, cuts: 500 })).toEqual([]);
});
