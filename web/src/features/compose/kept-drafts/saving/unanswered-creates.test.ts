import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  answerDrafts,
  closeBrowser,
  openBrowser,
  openPage,
} from '../../../../../test/support/draft-page.ts';
import { server } from '../../../../../test/support/fake-server.ts';

beforeEach(openBrowser);
afterEach(() => {
  closeBrowser();
  expect(server.unexpected).toEqual([]);
});

/** Passes each request on, and notes its key. The answer to the first one is lost. */
function loseFirstAnswer(): (string | null)[] {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    keys.push(new Headers(request.headers).get('idempotency-key'));
    const answer = await server.fetch(url, request);
    if (keys.length === 1) throw new TypeError('lost');
    return answer;
  });
  return keys;
}

test('a lost answer leads to no second draft', async () => {
  const { created, saved } = answerDrafts();
  const page = await openPage();
  const keys = loseFirstAnswer();
  page.write('A message');
  await page.pause();
  page.write('A message, longer');
  await page.pause(60_000);
  expect(created.mock.calls.map(([{ body }]) => body.content)).toEqual(['A message', 'A message']);
  expect(keys[1]).toBe(keys[0]);
  expect(saved.mock.calls.map(([{ body }]) => body.content)).toEqual(['A message, longer']);
});

test('a reload without the answer leads to no second draft', async () => {
  const { created, deleted } = answerDrafts();
  const page = await openPage();
  const keys = loseFirstAnswer();
  page.write('A message');
  await page.pause(2_010);
  page.write('');
  const next = await openPage();
  next.repeatUnanswered();
  await next.pause();
  expect(created).toHaveBeenCalledTimes(2);
  expect(keys[1]).toBe(keys[0]);
  expect(deleted).toHaveBeenCalled();
});
