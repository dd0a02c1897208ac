import { expect, type Page } from '@playwright/test';
import {
  answer,
  arriveCaller,
  callScreen,
  expectAllClosed,
  expectMoving,
  expectQuiet,
  expectStatus,
  fellBack,
  follow,
  idOf,
  incoming,
  outgoing,
  place,
  shows,
  talk,
  test,
  toasts,
  watchConnections,
  type Caller,
  type Watched,
} from './calls.ts';
import { connect } from './people.ts';
import { layLine, type CuttableLine } from './cuttable-line.ts';

let line: CuttableLine;

test.beforeEach(async () => {
  line = await layLine();
});
test.afterEach(async () => line.close());

/** Two who may call each other; whatever the first says to the server goes through the line. */
async function meetOver(browser: Parameters<typeof arriveCaller>[0]): Promise<[Caller, Caller]> {
  const ann = await arriveCaller(browser, 'ann', { baseURL: line.address });
  const ben = await arriveCaller(browser, 'ben');
  await follow(ann, ben);
  await follow(ben, ann);
  for (const { page } of [ann, ben]) {
    await watchConnections(page);
    await connect(page, async () => page.reload());
  }
  return [ann, ben];
}

/**
 * A page's connection to the other side says that it broke, and that it is back once a new search is agreed on: what
 * goes straight from one browser to the other can't be cut here.
 */
async function breakConnection(page: Page): Promise<void> {
  await page.evaluate(() => {
    const connection = (window as unknown as Watched).made.at(-1)!;
    const say = (state: RTCPeerConnectionState) => {
      Object.defineProperty(connection, 'connectionState', { value: state, configurable: true });
      connection.dispatchEvent(new Event('connectionstatechange'));
    };
    const searchIn = () => /ice-ufrag:\S+/.exec(connection.currentLocalDescription?.sdp ?? '')?.[0];
    const before = searchIn();
    say('disconnected');
    const timer = setInterval(() => {
      if (searchIn() === before || connection.signalingState !== 'stable') return;
      clearInterval(timer);
      say('connected');
      Reflect.deleteProperty(connection, 'connectionState');
    }, 50);
  });
}

/** Names this side goes by in the search for a way that was agreed on last. */
const searchOf = async (page: Page) =>
  page.evaluate(() => {
    const { made } = window as unknown as Watched;
    return /ice-ufrag:(\S+)/.exec(made.at(-1)?.currentLocalDescription?.sdp ?? '')?.[1];
  });

test('a network that dies without a word, and is there again: so is the call', async ({
  browser,
}) => {
  const [ann, ben] = await meetOver(browser);
  await talk(ann, ben);
  await expectMoving(ben.page);
  const before = await Promise.all([ann, ben].map(async ({ page }) => searchOf(page)));
  // What is said still goes out; no answer comes back, on a connection that looks as alive as ever.
  line.holdAnswers();
  await breakConnection(ann.page);
  await expect(callScreen(ann.page)).toContainText('Reconnecting…');
  for (const [n, { page }] of [ann, ben].entries()) {
    await expect.poll(async () => searchOf(page)).not.toBe(before[n]);
    await expectStatus(page, 'connected');
    await expectMoving(page);
  }
  await ann.page.waitForTimeout(6_000);
  for (const { page } of [ann, ben]) {
    await expectStatus(page, 'connected');
    await expectMoving(page);
    await expect(toasts(page)).toBeEmpty();
  }
});

test('cancelled while the line is down: the other one’s falls silent once it is back', async ({
  browser,
}) => {
  const [ann, ben] = await meetOver(browser);
  await place(ann, ben);
  await expect(incoming(ben.page)).toBeVisible();
  line.cut();
  const cancel = outgoing(ann.page).getByRole('button', { name: 'Cancel' });
  await shows(fellBack(ann.page), async () => cancel.click());
  line.mend();
  await expectQuiet(ann.page, ben.page);
  await expectAllClosed(ann.page);
});

test('a block made in another tab ends it; its maker needs no telling', async ({ browser }) => {
  const [ann, ben] = await meetOver(browser);
  await talk(ann, ben);
  await ann.page.request.post(`/api/users/toogleblock/${await idOf(ann, ben)}`);
  await expect(toasts(ben.page)).toContainText('Peer left the call');
  await expectQuiet(ann.page, ben.page);
  await expect(toasts(ann.page)).toBeEmpty();
  await expectAllClosed(ann.page, ben.page);
});

test('a tab that can’t fetch what shows a call leaves it to the others', async ({ browser }) => {
  const [ann, ben] = await meetOver(browser);
  const stale = await ben.page.context().newPage();
  await stale.route(/\/assets\/(follow-call|incoming-dialog)/, async (route) => route.abort());
  await connect(stale, async () => stale.goto('/home'));
  await place(ann, ben);
  await expect(toasts(stale)).toContainText('could not be loaded');
  await expect(incoming(stale)).toBeHidden();
  await expect(incoming(ben.page)).toBeVisible();
  await expect(outgoing(ann.page)).toBeVisible();
  await answer(ben.page);
  for (const { page } of [ann, ben]) await expectStatus(page, 'connected');
  await expect(callScreen(stale)).toBeHidden();
});
