import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { Peer } from '../../web/src/features/calls/session/peer.ts';
import { test } from '../support/test.ts';

// Runs the web app's peer negotiation twice in one page, so that the test can drop any message between the peers.
const session = new URL('../../web/src/features/calls/session/', import.meta.url);

interface PeerPair {
  caller: Peer;
  callee: Peer;
  made: RTCPeerConnection[];
  /** Whether this message is lost. */
  isLost: (what: string) => boolean;
  said: string[];
  failures: unknown[];
}

/** Opens a page with two peers that are not connected yet. */
async function openPeerPair(page: Page): Promise<void> {
  const modules = await Promise.all(
    ['video-level.ts', 'peer.ts'].map(async (name) => readFile(new URL(name, session), 'utf8')),
  );
  const code = modules
    .map((module) => stripTypeScriptTypes(module).replaceAll(/^import .*$|^export /gm, ''))
    .join('\n');
  await page.addScriptTag({ content: `${code}\nwindow.Peer = Peer;` });
  await page.evaluate(() => {
    const made: RTCPeerConnection[] = [];
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        made.push(this);
      }
    };
    const pair: Partial<PeerPair> = { made, isLost: () => false, said: [], failures: [] };
    const { Peer: Half } = window as unknown as { Peer: typeof Peer };
    const makeHalf = (name: 'caller' | 'callee', other: 'caller' | 'callee') =>
      new Half({ iceServers: [], iceTransportPolicy: 'all' }, name === 'caller', {
        describe: (description) => {
          const what = `${name}: ${description.type}`;
          pair.said?.push(what);
          if (!pair.isLost?.(what))
            setTimeout(() => pair[other]?.receiveDescription(description), 5);
        },
        sendCandidate: (candidate) => {
          if (!pair.isLost?.(`${name}: candidate`))
            setTimeout(() => pair[other]?.receiveCandidate(candidate), 5);
        },
        described: () => {},
        changed: () => {},
        failed: (error) => pair.failures?.push(error),
      });
    pair.caller = makeHalf('caller', 'callee');
    pair.callee = makeHalf('callee', 'caller');
    Object.assign(window, { pair });
  });
}

/** Returns the ICE user fragment of each peer. An ICE restart changes both. */
const iceUfrags = async (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { pair: PeerPair }).pair.made.map(
      ({ currentLocalDescription: local }) => /ice-ufrag:(\S+)/.exec(local?.sdp ?? '')?.[1],
    ),
  );

async function expectConnected(page: Page): Promise<void> {
  await expect
    .poll(async () =>
      page.evaluate(() =>
        (window as unknown as { pair: PeerPair }).pair.made.map(
          ({ signalingState, connectionState }) => `${signalingState}, ${connectionState}`,
        ),
      ),
    )
    .toEqual(['stable, connected', 'stable, connected']);
}

/** Ends the loss of messages and restarts ICE from the caller. Both peers must get new fragments and connect. */
async function expectReconnected(page: Page, before: unknown[]): Promise<void> {
  await page.evaluate(() => {
    const { pair } = window as unknown as { pair: PeerPair };
    pair.isLost = () => false;
    pair.caller.restart();
  });
  await expect
    .poll(async () => (await iceUfrags(page)).every((each, n) => each !== before[n]))
    .toBe(true);
  await expectConnected(page);
  expect(
    await page.evaluate(() => (window as unknown as { pair: PeerPair }).pair.failures.length),
  ).toBe(0);
}

test.beforeEach(async ({ page }) => {
  await openPeerPair(page);
  await page.evaluate(async () => {
    const { pair } = window as unknown as { pair: PeerPair };
    await pair.caller.offer();
  });
  await expectConnected(page);
});

test('after both restart ICE and lose all messages, they reconnect', async ({ page }) => {
  const before = await iceUfrags(page);
  await page.evaluate(() => {
    const { pair } = window as unknown as { pair: PeerPair };
    pair.isLost = () => true;
    for (const half of [pair.caller, pair.callee]) half.restart();
  });
  await expect
    .poll(async () =>
      page.evaluate(() =>
        (window as unknown as { pair: PeerPair }).pair.made.map(
          ({ signalingState }) => signalingState,
        ),
      ),
    )
    .toEqual(['have-local-offer', 'have-local-offer']);
  await expectReconnected(page, before);
});

test('after the answer to a restart is lost, a new offer succeeds', async ({ page }) => {
  const before = await iceUfrags(page);
  await page.evaluate(() => {
    const { pair } = window as unknown as { pair: PeerPair };
    pair.said = [];
    pair.isLost = (what) => what === 'callee: answer';
    pair.caller.restart();
  });
  await expect
    .poll(async () => page.evaluate(() => (window as unknown as { pair: PeerPair }).pair.said))
    .toEqual(['caller: offer', 'callee: answer']);
  await expectReconnected(page, before);
});

test('when both restart ICE at once, they resolve the crossing offers', async ({ page }) => {
  const before = await iceUfrags(page);
  await page.evaluate(() => {
    (window as unknown as { pair: PeerPair }).pair.callee.restart();
  });
  await expectReconnected(page, before);
});
