import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/cache/query-client.ts';
import { ICE_CONFIG_MAX_AGE_MS, iceConfig, knownIceConfig } from './ice-config.ts';

const { ask } = vi.hoisted(() => ({ ask: vi.fn() }));
vi.mock('../../../lib/api/api.ts', () => ({ call: ask }));

const config = { iceServers: [{ urls: ['turn:one'] }], iceTransportPolicy: 'relay' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  ask.mockResolvedValue(config);
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.resetAllMocks();
});

test('simultaneous calls share one request, and later calls its answer', async () => {
  expect(knownIceConfig()).toBeUndefined();
  expect(await Promise.all([iceConfig(), iceConfig()])).toEqual([config, config]);
  await iceConfig();
  expect(knownIceConfig()).toEqual(config);
  expect(ask).toHaveBeenCalledOnce();
});

test('an old answer is fetched again', async () => {
  await iceConfig();
  vi.setSystemTime(Date.now() + ICE_CONFIG_MAX_AGE_MS);
  expect(knownIceConfig()).toBeUndefined();
  const newer = { iceServers: [{ urls: ['turn:two'] }], iceTransportPolicy: 'all' };
  ask.mockResolvedValue(newer);
  expect(await iceConfig()).toEqual(newer);
});

test.each([
  ['a failure', () => ask.mockRejectedValueOnce(new Error('down'))],
  ['an answer without servers', () => ask.mockResolvedValueOnce({ iceServers: [] })],
])('%s is not reused', async (_, fail) => {
  fail();
  await expect(iceConfig()).rejects.toThrow();
  expect(knownIceConfig()).toBeUndefined();
  expect(await iceConfig()).toEqual(config);
});
