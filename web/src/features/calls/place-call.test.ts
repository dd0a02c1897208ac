import { beforeEach, expect, test, vi } from 'vitest';
import { setConnection } from '../../lib/socket/connection.ts';
import { announceLogout } from '../../lib/logout.ts';
import type { Person } from './call-machine.ts';

vi.mock('../../lib/socket/socket.ts', () => ({ ask: async () => new Promise(() => {}) }));
vi.mock('../../ui/overlays/toasts.ts', async (original) => ({
  ...(await original<object>()),
  toast: { error: vi.fn() },
}));
const denied = Promise.withResolvers<{ state: string }>();
vi.stubGlobal('localStorage', { getItem: () => stored });
vi.stubGlobal('navigator', { permissions: { query: async () => denied.promise } });
let stored: string | null = null;

const { dispatchCall } = await import('./call-store.ts');
const { plannedCall, startCall } = await import('./place-call.ts');

const [ann, ben] = ['ann', 'ben'].map((name): Person => ({
  _id: name,
  username: name,
  fullName: name,
  avatar: null,
})) as [Person, Person];
const rang = { name: 'rang', from: ann, callId: 'c1', media: 'audio' } as const;

beforeEach(() => {
  setConnection('open');
  dispatchCall({ name: 'signedOut' });
});

test('an incoming call closes the device preview', async () => {
  await startCall(ben, 'video');
  expect(plannedCall()).toMatchObject({ to: ben });
  dispatchCall(rang);
  expect(plannedCall()).toBeUndefined();
});

test('the device preview does not open if a call arrived during the permission check', async () => {
  stored = '{}';
  const starting = startCall(ben, 'video');
  dispatchCall(rang);
  denied.resolve({ state: 'denied' });
  await starting;
  expect(plannedCall()).toBeUndefined();
  dispatchCall({ name: 'ended', callId: 'c1' });
  stored = null;
});

test('signing out closes the device preview', async () => {
  await startCall(ben, 'audio');
  expect(plannedCall()).toBeDefined();
  announceLogout('signedOut');
  expect(plannedCall()).toBeUndefined();
});
