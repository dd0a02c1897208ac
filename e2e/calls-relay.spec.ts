import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { credentialsFor } from '../server/src/calls/ice-servers.ts';
import { SpawnedApp } from '../server/test/spawned-app.ts';
import { hasRelay, Relay } from '../tools/relay.ts';
import {
  answer,
  callScreen,
  control,
  expectMoving,
  expectAllClosed,
  expectQuiet,
  expectStatus,
  heard,
  idOf,
  incoming,
  meet,
  onlyByRelay,
  outgoing,
  place,
  talk,
  test,
  toasts,
  watchConnections,
  type Caller,
  type Watched,
} from './calls.ts';
import { connect } from './people.ts';

const SECRET = 'a secret for tests';
const HOURS_AGO = 2 * 3_600_000;

let folder: string;
let relay: Relay;
let app: SpawnedApp;

// Where no coturn can be installed there is nothing to try: a machine of a project's own has one (tools/check.ts).
test.skip(!hasRelay(), 'there is no coturn here');

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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Two whose browsers find each other by relays alone. */
async function meetApart(browser: Parameters<typeof meet>[0]): Promise<[Caller, Caller]> {
  const both = await meet(browser, { baseURL: app.address });
  for (const { page } of both) {
    await onlyByRelay(page);
    await watchConnections(page);
    await connect(page, async () => page.reload());
  }
  return both;
}

/** What the packets of a call go through: the kinds of both ends, and whose relay it is. */
async function wayOf(page: Page): Promise<string[]> {
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

/** Names this side goes by in the search for a way; a new search has another. */
async function searchOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { made } = window as unknown as Watched;
    return /ice-ufrag:(\S+)/.exec(made.at(-1)?.localDescription?.sdp ?? '')?.[1];
  });
}

/** From now on, `act` is done as soon as the connection of the call says that it broke. */
async function whenInterrupted(page: Page, act: () => void): Promise<void> {
  await page.exposeFunction('interrupted', act);
  await page.evaluate(() => {
    const { made, interrupted } = window as unknown as Watched & { interrupted: () => void };
    const connection = made.at(-1)!;
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'disconnected') interrupted();
    });
  });
}

test('by a relay alone they see and hear each other', async ({ browser }) => {
  const [ann, ben] = await meetApart(browser);
  await talk(ann, ben);
  for (const { page } of [ann, ben]) {
    await expect.poll(async () => wayOf(page)).toEqual(['relay', 'relay']);
    await expectMoving(page);
    await expect.poll(async () => (await heard(page)).energy).toBeGreaterThan(0);
  }

  await test.step('a line that breaks comes back, by a new search for a way', async () => {
    const before = await Promise.all([ann, ben].map(async ({ page }) => searchOf(page)));
    const interrupted: string[] = [];
    for (const { name, page } of [ann, ben])
      await whenInterrupted(page, () => {
        interrupted.push(name);
        relay.resume();
      });
    relay.pause();
    await expect.poll(() => interrupted.length, { timeout: 30_000 }).toBeGreaterThan(0);
    for (const [n, { page }] of [ann, ben].entries()) {
      await expect.poll(async () => searchOf(page)).not.toBe(before[n]);
      await expectStatus(page, 'connected');
      await expectMoving(page);
      await expect.poll(async () => wayOf(page)).toEqual(['relay', 'relay']);
      await expect(toasts(page)).toBeEmpty();
    }
  });
  await control(ben.page, 'Hang up').click();
  await expectQuiet(ann.page, ben.page);
  await expectAllClosed(ann.page, ben.page);
});

test('a line that stays broken for 5 s ends the call on both sides', async ({ browser }) => {
  const [ann, ben] = await meetApart(browser);
  await talk(ann, ben);
  await expectMoving(ben.page);
  relay.pause();
  try {
    // Whoever is first to know tells the other.
    const words = [ann, ben].map(async ({ page }) =>
      expect(toasts(page)).toContainText(/Connection lost|Peer left the call/, { timeout: 45_000 }),
    );
    const shown = [ann, ben].map(async ({ page }) =>
      expect(callScreen(page)).toContainText('Reconnecting…', { timeout: 45_000 }),
    );
    await Promise.all([Promise.any(shown), ...words]);
    await expectQuiet(ann.page, ben.page);
    await expectAllClosed(ann.page, ben.page);
  } finally {
    relay.resume();
  }
});

test('credentials that have run out: the call ends by itself, and the next one comes about', async ({
  browser,
}) => {
  const [ann, ben] = await meetApart(browser);
  const annId = await idOf(ann, ann);
  await ann.page.route('**/api/webrtc/ice-servers', async (route) => {
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
  await place(ann, ben);
  await answer(ben.page);
  const words = [ann, ben].map(async ({ page }) =>
    expect(toasts(page)).toContainText(/Connection lost|Peer left the call/, { timeout: 60_000 }),
  );
  await Promise.all(words);
  await expectQuiet(ann.page, ben.page);
  await expectAllClosed(ann.page, ben.page);

  await test.step('nobody is busy for it', async () => {
    await ann.page.unroute('**/api/webrtc/ice-servers');
    await connect(ann.page, async () => ann.page.reload());
    await ann.page.waitForTimeout(2_000);
    await place(ben, ann);
    await expect(outgoing(ben.page)).toBeVisible();
    await expect(incoming(ann.page)).toBeVisible();
    await answer(ann.page);
    for (const { page } of [ann, ben]) {
      await expectStatus(page, 'connected');
      await expectMoving(page);
    }
  });
});
