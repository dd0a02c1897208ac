import { expect, test } from 'vitest';
import { startAppForFile } from './app.ts';
import { storm } from './chat-storm.ts';

const app = await startAppForFile();

const small = { pairs: 4, messages: 240, cuts: 24 };

test('connections cut at random: each message once, in order, on every device', async () => {
  expect(await storm(app, small)).toEqual([]);
}, 120_000);

test('the same finds out clients that send anew what they sent, or forget where they were', async () => {
  const anew = await storm(app, small, { isForgetful: true });
  expect(anew.join()).toMatch(/\d+ messages of 240/);
  const lost = await storm(app, small, { isLost: true });
  expect(lost.join()).toMatch(/a device shows \d+ of \d+/);
}, 240_000);
