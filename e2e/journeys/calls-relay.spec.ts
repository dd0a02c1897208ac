import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import * as calls from '@roost/contract/calls';
import { credentialsFor } from '../../server/src/calls/ice/ice-servers.ts';
import { SpawnedApp } from '../../server/test/support/spawned-app.ts';
import { hasRelay, Relay } from '../../tools/relay.ts';
import {
  answer,
  callScreen,
  control,
  coolDown,
  expectFramesArriving,
  expectAllClosed,
  expectNoCall,
  expectStatus,
  receivedMedia,
  idOf,
  incoming,
  newCallerPair,
  forceRelay,
  outgoing,
  startCall,
  connectCall,
  test,
  toasts,
  watchConnections,
  type Caller,
  type Watched,
} from '../support/calls.ts';
import { connect } from '../support/members.ts';
import { urlOf } from '../support/endpoint-urls.ts';
import { freePort } from '../support/free-port.ts';

const SECRET = 'a secret for tests';
const HOURS_AGO = 2 * 3_600_000;

let folder: string;
let relay: Relay;
let app: SpawnedApp;

// `npm test` lists the missing programs at its end (tools/check.ts).
test.skip(!hasRelay(), 'coturn is not installed');

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await mkdtemp(join(tmpdir(), 'roost-relayed-'));
  relay = await Relay.start({ secret: SECRET, isForLoopback: true });
  app = await SpawnedApp.start(join(folder, 'data'), await freePort(), {
    TURN_URLS: `turn:127.0.0.1:${relay.port}?transport=udp`,
    TURN_SECRET: SECRET,
    FFMPEG: 'off',
  });
});
test.afterAll(async () => {
  await app.end('SIGTERM');
  await relay.end();
  await rm(folder, { recursive: true, force: true });
});

/** Creates two members whose browsers connect only through relays. */
async function newCallerPairByRelay(
  browser: Parameters<typeof newCallerPair>[0],
): Promise<[Caller, Caller]> {
  const both = await newCallerPair(browser, { baseURL: app.address });
  for (const { page } of both) {
    await forceRelay(page);
    await watchConnections(page);
    await connect(page, async () => page.reload());
  }
  return both;
}

/** Returns the candidate types of both ends of the selected pair. */
async function candidateTypesOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { made } = window as unknown as Watched;
    const report = await made.at(-1)!.getStats();
    const stats = [...report.values()] as Record<string, string>[];
    const byId = (id: string | undefined) => stats.find((each) => each['id'] === id);
    const transport = stats.find(({ type }) => type === 'transport');
    const pair = byId(transport?.['selectedCandidatePairId']);
    const [local, remote] = [byId(pair?.['localCandidateId']), byId(pair?.['remoteCandidateId'])];
    return [local, remote].map((each) => String(each?.['candidateType']));
  });
}

/** Returns the ICE user fragment of the page. An ICE restart changes it. */
async function iceUfragOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { made } = window as unknown as Watched;
    return /ice-ufrag:(\S+)/.exec(made.at(-1)?.localDescription?.sdp ?? '')?.[1];
  });
}

/** Calls `act` as soon as the peer connection reports a break. */
async function onInterruption(page: Page, act: () => void): Promise<void> {
  await page.exposeFunction('interrupted', act);
  await page.evaluate(() => {
    const { made, interrupted } = window as unknown as Watched & { interrupted: () => void };
    const connection = made.at(-1)!;
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'disconnected') interrupted();
    });
  });
}

test('two members see and hear each other through a relay', async ({ browser }) => {
  const [ann, ben] = await newCallerPairByRelay(browser);
  await connectCall(ann, ben);
  for (const { page } of [ann, ben]) {
    await expect.poll(async () => candidateTypesOf(page)).toEqual(['relay', 'relay']);
    await expectFramesArriving(page);
    await expect.poll(async () => (await receivedMedia(page)).energy).toBeGreaterThan(0);
  }

  await test.step('an interrupted connection recovers with an ICE restart', async () => {
    const before = await Promise.all([ann, ben].map(async ({ page }) => iceUfragOf(page)));
    const interrupted: string[] = [];
    for (const { name, page } of [ann, ben])
      await onInterruption(page, () => {
        interrupted.push(name);
        relay.resume();
      });
    relay.pause();
    await expect.poll(() => interrupted.length, { timeout: 30_000 }).toBeGreaterThan(0);
    for (const [n, { page }] of [ann, ben].entries()) {
      await expect.poll(async () => iceUfragOf(page)).not.toBe(before[n]);
      await expectStatus(page, 'connected');
      await expectFramesArriving(page);
      await expect.poll(async () => candidateTypesOf(page)).toEqual(['relay', 'relay']);
      await expect(toasts(page)).toBeEmpty();
    }
  });
  await control(ben.page, 'Hang up').click();
  await expectNoCall(ann.page, ben.page);
  await expectAllClosed(ann.page, ben.page);
});

test('an interruption of 5 s ends the call for both', async ({ browser }) => {
  const [ann, ben] = await newCallerPairByRelay(browser);
  await connectCall(ann, ben);
  await expectFramesArriving(ben.page);
  relay.pause();
  try {
    // The first member to notice ends the call for the other.
    const words = [ann, ben].map(async ({ page }) =>
      expect(toasts(page)).toContainText(/Connection lost|Peer left the call/, { timeout: 45_000 }),
    );
    const shown = [ann, ben].map(async ({ page }) =>
      expect(callScreen(page)).toContainText('Reconnecting…', { timeout: 45_000 }),
    );
    await Promise.all([Promise.any(shown), ...words]);
    await expectNoCall(ann.page, ben.page);
    await expectAllClosed(ann.page, ben.page);
  } finally {
    relay.resume();
  }
});

test('expired relay credentials end the call, and the next call succeeds', async ({ browser }) => {
  test.slow();
  const [ann, ben] = await newCallerPairByRelay(browser);
  const annId = await idOf(ann, ann);
  await ann.page.route(urlOf(calls.getIceServers), async (route) => {
    const response = await route.fetch();
    const { iceServers } = (await response.json()) as { iceServers: { username?: string }[] };
    const expired = credentialsFor(annId, SECRET, Date.now() - HOURS_AGO);
    await route.fulfill({
      response,
      json: {
        status: 'success',
        iceServers: iceServers.map((each) => (each.username ? { ...each, ...expired } : each)),
      },
    });
  });
  await startCall(ann, ben);
  await answer(ben.page);
  const words = [ann, ben].map(async ({ page }) =>
    expect(toasts(page)).toContainText(/Connection lost|Peer left the call/, { timeout: 60_000 }),
  );
  await Promise.all(words);
  await expectNoCall(ann.page, ben.page);
  await expectAllClosed(ann.page, ben.page);

  await test.step('the failed call leaves nobody busy', async () => {
    await ann.page.unroute(urlOf(calls.getIceServers));
    await connect(ann.page, async () => ann.page.reload());
    await coolDown(ann.page);
    await startCall(ben, ann);
    await expect(outgoing(ben.page)).toBeVisible();
    await expect(incoming(ann.page)).toBeVisible();
    await answer(ann.page);
    for (const { page } of [ann, ben]) {
      await expectStatus(page, 'connected');
      await expectFramesArriving(page);
    }
  });
});
