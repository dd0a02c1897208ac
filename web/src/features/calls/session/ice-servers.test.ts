import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/cache/query-client.ts';
import { ICE_SERVERS_MAX_AGE_MS, iceServers, knownIceServers } from './ice-servers.ts';

const { ask } = vi.hoisted(() => ({ ask: vi.fn() }));
vi.mock('../../../lib/api/api.ts', () => ({ call: ask }));

const server = { urls: ['turn:one'] };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  ask.mockResolvedValue({ iceServers: [server] });
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.resetAllMocks();
});

test('simultaneous calls share one request, and later calls its answer', async () => {
  expect(knownIceServers()).toBeUndefined();
  expect(await Promise.all([iceServers(), iceServers()])).toEqual([[server], [server]]);
  await iceServers();
  expect(knownIceServers()).toEqual([server]);
  expect(ask).toHaveBeenCalledOnce();
});

test('an old answer is fetched again', async () => {
  await iceServers();
  vi.setSystemTime(Date.now() + ICE_SERVERS_MAX_AGE_MS);
  expect(knownIceServers()).toBeUndefined();
  ask.mockResolvedValue({ iceServers: [{ urls: ['turn:two'] }] });
  expect(await iceServers()).toEqual([{ urls: ['turn:two'] }]);
});

test.each([
  ['a failure', () => ask.mockRejectedValueOnce(new Error('down'))],
  ['an answer without servers', () => ask.mockResolvedValueOnce({ iceServers: [] })],
])('%s is not reused', async (_, fail) => {
  fail();
  await expect(iceServers()).rejects.toThrow();
  expect(knownIceServers()).toBeUndefined();
  expect(await iceServers()).toEqual([server]);
});
