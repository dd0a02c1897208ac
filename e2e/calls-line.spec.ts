import { expect, type Page } from '@playwright/test';
import {
  answer,
  arriveCaller,
  callScreen,
  connect,
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

/** From now on so many in a hundred of the packets of calls are lost on their way to and from a page. */
async function losePackets(page: Page, packetLoss: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
    packetLoss,
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
  const interrupted = Promise.withResolvers<void>();
  await ann.page.exposeFunction('interrupted', interrupted.resolve);
  await ann.page.evaluate(() => {
    const { made, interrupted: tell } = window as unknown as Watched & { interrupted: () => void };
    const connection = made.at(-1)!;
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'disconnected') tell();
    });
  });
  // What is said still goes out; no answer comes back, on a connection that looks as alive as ever.
  line.holdAnswers();
  await losePackets(ann.page, 100);
  await interrupted.promise;
  await losePackets(ann.page, 0);
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
