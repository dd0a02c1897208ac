import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { Peer } from '../web/src/features/calls/session/peer.ts';
import { test } from './test.ts';

// The web app’s own half of an agreement, twice in one page: what is between them can be lost as nowhere else.
const session = new URL('../web/src/features/calls/session/', import.meta.url);

interface Between {
  caller: Peer;
  callee: Peer;
  made: RTCPeerConnection[];
  /** What is lost on the way. */
  isLost: (what: string) => boolean;
  said: string[];
  failures: unknown[];
}

/** A page with two that know nothing of each other yet. */
async function openBetween(page: Page): Promise<void> {
  const modules = await Promise.all(
    ['video-rung.ts', 'peer.ts'].map(async (name) => readFile(new URL(name, session), 'utf8')),
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
    const between: Partial<Between> = { made, isLost: () => false, said: [], failures: [] };
    const { Peer: Half } = window as unknown as { Peer: typeof Peer };
    const makeHalf = (name: 'caller' | 'callee', other: 'caller' | 'callee') =>
      new Half([], name === 'caller', {
        describe: (description) => {
          const what = `${name}: ${description.type}`;
          between.said?.push(what);
          if (!between.isLost?.(what))
            setTimeout(() => between[other]?.hearDescription(description), 5);
        },
        tell: (candidate) => {
          if (!between.isLost?.(`${name}: candidate`))
            setTimeout(() => between[other]?.hearCandidate(candidate), 5);
        },
        described: () => {},
        changed: () => {},
        failed: (error) => between.failures?.push(error),
      });
    between.caller = makeHalf('caller', 'callee');
    between.callee = makeHalf('callee', 'caller');
    Object.assign(window, { between });
  });
}

/** Names the two go by in their search for a way; a new search has others. */
const searches = async (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { between: Between }).between.made.map(
      ({ currentLocalDescription: agreed }) => /ice-ufrag:(\S+)/.exec(agreed?.sdp ?? '')?.[1],
    ),
  );

async function expectAgreed(page: Page): Promise<void> {
  await expect
    .poll(async () =>
      page.evaluate(() =>
        (window as unknown as { between: Between }).between.made.map(
          ({ signalingState, connectionState }) => `${signalingState}, ${connectionState}`,
        ),
      ),
    )
    .toEqual(['stable, connected', 'stable, connected']);
}

/** The line is back; both are told so, the caller looks for a way anew, and both find it. */
async function expectFoundAnew(page: Page, before: unknown[]): Promise<void> {
  await page.evaluate(() => {
    const { between } = window as unknown as { between: Between };
    between.isLost = () => false;
    between.caller.restart();
  });
  await expect
    .poll(async () => (await searches(page)).every((each, n) => each !== before[n]))
    .toBe(true);
  await expectAgreed(page);
  expect(
    await page.evaluate(() => (window as unknown as { between: Between }).between.failures.length),
  ).toBe(0);
}

test.beforeEach(async ({ page }) => {
  await openBetween(page);
  await page.evaluate(async () => {
    const { between } = window as unknown as { between: Between };
    await between.caller.offer();
  });
  await expectAgreed(page);
});

test('both look for a new way while nobody hears: once the line is back they find one', async ({
  page,
}) => {
  const before = await searches(page);
  await page.evaluate(() => {
    const { between } = window as unknown as { between: Between };
    between.isLost = () => true;
    for (const half of [between.caller, between.callee]) half.restart();
  });
  await expect
    .poll(async () =>
      page.evaluate(() =>
        (window as unknown as { between: Between }).between.made.map(
          ({ signalingState }) => signalingState,
        ),
      ),
    )
    .toEqual(['have-local-offer', 'have-local-offer']);
  await expectFoundAnew(page, before);
});

test('only the answer to a new search is lost: it is asked for again', async ({ page }) => {
  const before = await searches(page);
  await page.evaluate(() => {
    const { between } = window as unknown as { between: Between };
    between.said = [];
    between.isLost = (what) => what === 'callee: answer';
    between.caller.restart();
  });
  await expect
    .poll(async () => page.evaluate(() => (window as unknown as { between: Between }).between.said))
    .toEqual(['caller: offer', 'callee: answer']);
  await expectFoundAnew(page, before);
});

test('both look for a new way at once: their offers cross, and it is found', async ({ page }) => {
  const before = await searches(page);
  await page.evaluate(() => {
    (window as unknown as { between: Between }).between.callee.restart();
  });
  await expectFoundAnew(page, before);
});
