import { expect, test } from 'vitest';
import { startAppForFile } from '../support/app.ts';
import { storm } from '../support/chat-storm.ts';

const app = await startAppForFile();

const small = { pairs: 4, messages: 240, cuts: 24 };

test('every device shows each message once and in order despite lost connections', async () => {
  expect(await storm(app, small)).toEqual([]);
}, 120_000);

test('the simulation detects clients that repeat sends or forget their position', async () => {
  const anew = await storm(app, small, { isForgetful: true });
  expect(anew.join()).toMatch(/\d+ messages of 240/);
  const lost = await storm(app, small, { isLost: true });
  expect(lost.join()).toMatch(/a device shows \d+ of \d+/);
}, 240_000);
