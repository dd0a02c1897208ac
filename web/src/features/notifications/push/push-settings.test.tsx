import { AppError } from '@roost/contract/errors';
import { getPush, pushKinds, subscribeToPush, unsubscribeFromPush } from '@roost/contract/push';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { isRenewalDue, pushRecord } from '../../../lib/offline/push-record.ts';
import { wallClock } from '../../../lib/wall-clock.ts';
import { announceLogout } from '../../../lib/logout.ts';
import { subscribeBrowser } from './browser-push.ts';
import { PushSettings } from './push-settings.tsx';
import * as support from './push-support.ts';

const KEY = `B${'A'.repeat(86)}`;
const ENDPOINT = 'https://push.example.org/1';
vi.mock('../../../lib/site.ts', () => ({
  site: { name: 'Roost', vapidKey: `B${'A'.repeat(86)}` },
}));

/** A browser that can be subscribed. */
function browserWith(permission: NotificationPermission = 'granted') {
  let key: string | undefined;
  const unsubscribe = vi.fn(async () => {
    key = undefined;
    return true;
  });
  const subscription = () => ({
    endpoint: ENDPOINT,
    options: {
      applicationServerKey: Uint8Array.from(
        atob(String(key).replaceAll('-', '+').replaceAll('_', '/')),
        (character) => character.charCodeAt(0),
      ).buffer,
    },
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: KEY, auth: 'A'.repeat(22) } }),
    unsubscribe,
  });
  const close = vi.fn();
  const registration = {
    pushManager: {
      getSubscription: async () => (key === undefined ? null : subscription()),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        key = applicationServerKey;
        return subscription();
      },
    },
    getNotifications: async () => [{ close }],
  };
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    serviceWorker: {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  });
  return { unsubscribe, close };
}

const onThisDevice = async () =>
  screen.findByRole<HTMLInputElement>('switch', { name: 'On this device' });
const none = () => success({ subscription: null });

// Other files share these globals.
const { navigator: ownNavigator } = globalThis;
afterEach(() => {
  vi.stubGlobal('navigator', ownNavigator);
  Reflect.deleteProperty(globalThis, 'Notification');
});

beforeEach(() => {
  pushRecord.write(undefined);
  vi.spyOn(support, 'usePushSupport').mockReturnValue('ready');
});

test('turning it on subscribes to everything, and shows what can be chosen', async () => {
  browserWith();
  server.answer(getPush, none);
  const asked = server.answer(subscribeToPush, ({ body: { endpoint, kinds, preview } }) =>
    success({ subscription: { endpoint, kinds, preview } }),
  );
  const { user } = renderApp(<PushSettings />);
  expect((await onThisDevice()).checked).toBe(false);
  await user.click(await onThisDevice());
  await user.click(await screen.findByRole('switch', { name: 'Calls' }));
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  expect(asked.mock.calls[0]?.[0].body).toMatchObject({
    endpoint: ENDPOINT,
    kinds: pushKinds,
    preview: true,
    vapidKey: KEY,
  });
  expect(asked.mock.calls[1]?.[0].body.kinds).toEqual(pushKinds.filter((kind) => kind !== 'calls'));
});

test('a refused change is taken back, with the reason', async () => {
  browserWith();
  server.answer(getPush, none);
  server.answer(subscribeToPush, () => {
    throw new AppError('rate_limited');
  });
  const { user } = renderApp(<PushSettings />);
  await user.click(await onThisDevice());
  await screen.findByText('Too many requests. Please wait a moment and try again.');
  expect((await onThisDevice()).checked).toBe(false);
});

test('a person who does not allow it can try again', async () => {
  browserWith('default');
  server.answer(getPush, none);
  const { user } = renderApp(<PushSettings />);
  await user.click(await onThisDevice());
  await screen.findByText(/Notifications were not allowed/);
  expect((await onThisDevice()).checked).toBe(false);
});

test('turning it off ends the subscription on both ends', async () => {
  const { unsubscribe } = browserWith();
  server.answer(getPush, none);
  server.answer(subscribeToPush, ({ body: { endpoint, kinds, preview } }) =>
    success({ subscription: { endpoint, kinds, preview } }),
  );
  const asked = server.answer(unsubscribeFromPush, () => done());
  const { user } = renderApp(<PushSettings />);
  await user.click(await onThisDevice());
  await screen.findByRole('switch', { name: 'Calls' });
  await user.click(await onThisDevice());
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
  expect(asked).toHaveBeenCalledOnce();
  expect(pushRecord.read()).toBeUndefined();
});

test.each([
  ['needsInstall', /Add to Home Screen/],
  ['unsupported', /This browser can’t show notifications/],
  ['denied', /are blocked in this browser/],
  ['notOffered', /sends no notifications/],
] as const)('%s: the page says what to do', (state, text) => {
  vi.spyOn(support, 'usePushSupport').mockReturnValue(state);
  renderApp(<PushSettings />);
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a logout ends the subscription in the browser, and an expired session keeps the choice', async () => {
  const { unsubscribe, close } = browserWith();
  const record = { ownerId: 'me', kinds: [...pushKinds], preview: true, at: 5 };
  pushRecord.write(record);
  announceLogout('expired');
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(pushRecord.read()).toEqual({ ...record, at: 0 });
  await (await navigator.serviceWorker.ready).pushManager.subscribe({ applicationServerKey: KEY });
  announceLogout('signedOut');
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
  expect(pushRecord.read()).toBeUndefined();
});

test('a logout while the browser is subscribed leaves nothing', async () => {
  const { unsubscribe } = browserWith();
  server.answer(subscribeToPush, ({ body: { endpoint, kinds, preview } }) => {
    announceLogout('signedOut');
    return success({ subscription: { endpoint, kinds, preview } });
  });
  expect(await subscribeBrowser('me', { kinds: ['calls'], preview: true })).toBeNull();
  expect(unsubscribe).toHaveBeenCalled();
  expect(pushRecord.read()).toBeUndefined();
});

test('a subscription that the service worker could not pass on is renewed', async () => {
  browserWith();
  await (await navigator.serviceWorker.ready).pushManager.subscribe({ applicationServerKey: KEY });
  const record = { ownerId: 'me', kinds: [...pushKinds], preview: true, at: wallClock() };
  pushRecord.write({ ...record, endpoint: ENDPOINT });
  expect(await isRenewalDue('me')).toBe(false);
  pushRecord.write({ ...record, endpoint: 'https://push.example.org/old' });
  expect(await isRenewalDue('me')).toBe(true);
});
