import { beforeEach, expect, test, vi } from 'vitest';
import { setConnection } from '../../lib/connection.ts';
import { LOGOUT_EVENT } from '../../lib/logout.ts';
import type { Person } from './call-machine.ts';

vi.mock('../../lib/socket.ts', () => ({ ask: async () => new Promise(() => {}) }));
vi.mock('../../ui/toasts.ts', () => ({ toast: { error: vi.fn() } }));
const denied = Promise.withResolvers<{ state: string }>();
const page = new EventTarget();
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
vi.stubGlobal('localStorage', { getItem: () => stored });
vi.stubGlobal('navigator', { permissions: { query: async () => denied.promise } });
let stored: string | null = null;

const { dispatchCall } = await import('./call-store.ts');
const { callWish, startCall } = await import('./place-call.ts');

const [ann, ben] = ['ann', 'ben'].map((name): Person => ({
  _id: name,
  username: name,
  fullName: name,
  avatar: null,
})) as [Person, Person];
const rang = { name: 'rang', from: ann, signal: 'c1', media: 'audio' } as const;

beforeEach(() => {
  setConnection('open');
  dispatchCall({ name: 'signedOut' });
});

test('a look at one’s devices ends when somebody calls', async () => {
  await startCall(ben, 'video');
  expect(callWish()).toMatchObject({ to: ben });
  dispatchCall(rang);
  expect(callWish()).toBeUndefined();
});

test('and does not begin once it rings, however long the browser took to say what it allows', async () => {
  stored = '{}';
  const starting = startCall(ben, 'video');
  dispatchCall(rang);
  denied.resolve({ state: 'denied' });
  await starting;
  expect(callWish()).toBeUndefined();
  dispatchCall({ name: 'ended', signal: 'c1' });
  stored = null;
});

test('nor is it left to who signs in next', async () => {
  await startCall(ben, 'audio');
  expect(callWish()).toBeDefined();
  page.dispatchEvent(new Event(LOGOUT_EVENT));
  expect(callWish()).toBeUndefined();
});
