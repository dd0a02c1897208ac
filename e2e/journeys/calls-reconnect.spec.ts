import { expect, type Page } from '@playwright/test';
import {
  answer,
  newCaller,
  callScreen,
  expectAllClosed,
  expectFramesArriving,
  expectNoCall,
  expectStatus,
  rejectedAlert,
  follow,
  incoming,
  outgoing,
  startCall,
  expectShownDuring,
  connectCall,
  test,
  toasts,
  watchConnections,
  type Caller,
  type Watched,
} from '../support/calls.ts';
import { connect } from '../support/members.ts';
import { startProxy, type FaultyProxy } from '../support/faulty-proxy.ts';
import { toggleBlock } from '../support/api.ts';

let proxy: FaultyProxy;

test.beforeEach(async () => {
  proxy = await startProxy();
});
test.afterEach(async () => proxy.close());

/** Creates two members who may call each other. The first one reaches the server through the proxy. */
async function newCallerPairByProxy(
  browser: Parameters<typeof newCaller>[0],
): Promise<[Caller, Caller]> {
  const ann = await newCaller(browser, 'ann', { baseURL: proxy.address }, watchConnections);
  const ben = await newCaller(browser, 'ben', {}, watchConnections);
  await follow(ann, ben);
  await follow(ben, ann);
  return [ann, ben];
}

/**
 * Makes the page's peer connection report a break, and a recovery after the next ICE restart. The test cannot cut the
 * direct connection between two browsers.
 */
async function breakConnection(page: Page): Promise<void> {
  await page.evaluate(() => {
    const connection = (window as unknown as Watched).made.at(-1)!;
    const say = (state: RTCPeerConnectionState) => {
      Object.defineProperty(connection, 'connectionState', { value: state, configurable: true });
      connection.dispatchEvent(new Event('connectionstatechange'));
    };
    const ufrag = () => /ice-ufrag:\S+/.exec(connection.currentLocalDescription?.sdp ?? '')?.[0];
    const before = ufrag();
    say('disconnected');
    const timer = setInterval(() => {
      if (ufrag() === before || connection.signalingState !== 'stable') return;
      clearInterval(timer);
      say('connected');
      Reflect.deleteProperty(connection, 'connectionState');
    }, 50);
  });
}

/** Returns the ICE user fragment of the last completed negotiation. */
const iceUfragOf = async (page: Page) =>
  page.evaluate(() => {
    const { made } = window as unknown as Watched;
    return /ice-ufrag:(\S+)/.exec(made.at(-1)?.currentLocalDescription?.sdp ?? '')?.[1];
  });

test('a call survives a network that stops delivering without an error', async ({ browser }) => {
  const [ann, ben] = await newCallerPairByProxy(browser);
  await connectCall(ann, ben);
  await expectFramesArriving(ben.page);
  const before = await Promise.all([ann, ben].map(async ({ page }) => iceUfragOf(page)));
  // Requests still go out, but no answer returns. The connection looks open.
  proxy.holdAnswers();
  await breakConnection(ann.page);
  await expect(callScreen(ann.page)).toContainText('Reconnecting…');
  for (const [n, { page }] of [ann, ben].entries()) {
    await expect.poll(async () => iceUfragOf(page)).not.toBe(before[n]);
    await expectStatus(page, 'connected');
    await expectFramesArriving(page);
  }
  // A connection that stays broken ends the call after 5 s, so this time has to pass.
  await ann.page.waitForTimeout(6_000);
  for (const { page } of [ann, ben]) {
    await expectStatus(page, 'connected');
    await expectFramesArriving(page);
    await expect(toasts(page)).toBeEmpty();
  }
});

test('a call cancelled offline stops ringing once the caller reconnects', async ({ browser }) => {
  const [ann, ben] = await newCallerPairByProxy(browser);
  await startCall(ann, ben);
  await expect(incoming(ben.page)).toBeVisible();
  proxy.cut();
  const cancel = outgoing(ann.page).getByRole('button', { name: 'Cancel' });
  await expectShownDuring(rejectedAlert(ann.page), async () => cancel.click());
  proxy.mend();
  await expectNoCall(ann.page, ben.page);
  await expectAllClosed(ann.page);
});

test('a block in another tab ends the call without a toast for the blocker', async ({
  browser,
}) => {
  const [ann, ben] = await newCallerPairByProxy(browser);
  await connectCall(ann, ben);
  await toggleBlock(ann.page, ben.name);
  await expect(toasts(ben.page)).toContainText('Peer left the call');
  await expectNoCall(ann.page, ben.page);
  await expect(toasts(ann.page)).toBeEmpty();
  await expectAllClosed(ann.page, ben.page);
});

test('a tab that cannot load the call dialogs leaves the call to other tabs', async ({
  browser,
}) => {
  const [ann, ben] = await newCallerPairByProxy(browser);
  const stale = await ben.page.context().newPage();
  await stale.route(/\/assets\/(watch-calls|incoming-dialog)/, async (route) => route.abort());
  await connect(stale, async () => stale.goto('/home'));
  await startCall(ann, ben);
  await expect(toasts(stale)).toContainText('could not be loaded');
  await expect(incoming(stale)).toBeHidden();
  await expect(incoming(ben.page)).toBeVisible();
  await expect(outgoing(ann.page)).toBeVisible();
  await answer(ben.page);
  for (const { page } of [ann, ben]) await expectStatus(page, 'connected');
  await expect(callScreen(stale)).toBeHidden();
});
