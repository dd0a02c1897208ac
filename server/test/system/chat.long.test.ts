import { expect, test } from 'vitest';
import { startAppForTest } from '../support/app.ts';
import { storm } from '../support/chat-storm.ts';

test('20 pairs exchange 5,000 messages despite 500 lost connections', async () => {
  const app = await startAppForTest();
  expect(await storm(app, { pairs: 20, messages: 5_000, cuts: 500 })).toEqual([]);
});
