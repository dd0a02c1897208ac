import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { connect, newMember, newName, type MemberOptions } from './members.ts';
import { test as base } from './test.ts';
import * as api from './api.ts';

interface Machine {
  launchOptions: { args?: string[] };
  /** Frames per second of the fake cameras. */
  cameraRate: number;
}

/** A browser with fake cameras, a fake microphone and screen sharing, which grants access without a question. */
export const test = base.extend<object, Machine>({
  // A low rate, because a test encodes and shows several pictures at once on a small machine.
  cameraRate: [10, { option: true, scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, cameraRate }, use) => {
      await use({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          `--use-fake-device-for-media-stream=device-count=3,fps=${cameraRate}`,
          '--use-fake-ui-for-media-stream',
          '--auto-accept-this-tab-capture',
          '--autoplay-policy=user-gesture-required',
        ],
      });
    },
    { scope: 'worker' },
  ],
});

export interface Caller {
  name: string;
  fullName: string;
  page: Page;
}

/** Runs before a page loads. */
type Prepare = (page: Page) => Promise<void>;

async function createCaller(
  browser: Browser,
  prefix: string,
  options: MemberOptions = {},
  prepare: Prepare = async () => {},
): Promise<Caller> {
  const name = newName(prefix);
  const page = await newMember(browser, name, options);
  await prepare(page);
  return { name, fullName: `${name} of Roost`, page };
}

/** Loads a page of a member who has seen the device preview before, and waits until it is connected. */
async function connectAt(path: string, { page }: Caller): Promise<void> {
  await connect(page, async () => page.goto(path));
  await page.evaluate(() => localStorage.setItem('roost:devices', '{}'));
}

/** Creates a member who is ready to call, on the home page. */
export async function newCaller(...input: Parameters<typeof createCaller>): Promise<Caller> {
  const caller = await createCaller(...input);
  await connectAt('/home', caller);
  return caller;
}

/** Creates two members who follow each other, and so may call each other. Each is on the profile of the other. */
export async function newCallerPair(
  browser: Browser,
  options?: MemberOptions,
  prepare?: Prepare,
): Promise<[Caller, Caller]> {
  const ann = await createCaller(browser, 'ann', options, prepare);
  const ben = await createCaller(browser, 'ben', options, prepare);
  await follow(ann, ben);
  await follow(ben, ann);
  await connectAt(`/home/profile/${ben.name}`, ann);
  await connectAt(`/home/profile/${ann.name}`, ben);
  return [ann, ben];
}

export const idOf = async ({ page }: Caller, { name }: Caller) => api.userIdOf(page, name);

export async function follow(by: Caller, whom: Caller): Promise<void> {
  await api.follow(by.page, whom.name);
}

/** Presses the call button on a member's profile. */
export async function startCall(by: Caller, whom: Caller, kind = 'Video call'): Promise<void> {
  if (!by.page.url().endsWith(`/profile/${whom.name}`))
    await connect(by.page, async () => by.page.goto(`/home/profile/${whom.name}`));
  await by.page.getByRole('button', { name: 'Call', exact: true }).click();
  await by.page.getByRole('menuitem', { name: kind }).click();
}

export const outgoing = (page: Page) =>
  page.getByRole('alertdialog').filter({ hasText: 'Calling' });
export const incoming = (page: Page) =>
  page.getByRole('alertdialog').filter({ hasText: 'Incoming' });
export const callScreen = (page: Page) => page.getByRole('dialog', { name: /^Call with/ });
export const control = (page: Page, name: string) =>
  callScreen(page).getByRole('button', { name, exact: true });
export const toasts = (page: Page) => page.locator('[data-toaster]');
export const rejectedAlert = (page: Page) => page.getByText('Call was rejected or cancelled.');

export async function answer(page: Page, how = 'Accept with video'): Promise<void> {
  await incoming(page).getByRole('button', { name: how }).click();
}

/** Expects a text that shows only for a short time. Starts to look before the action that shows it. */
export async function expectShownDuring(
  words: Locator,
  act: () => Promise<unknown>,
): Promise<void> {
  await Promise.all([expect(words).toBeVisible({ timeout: 30_000 }), act()]);
}

/** Waits for the cool-down: a member may place the next call after 2 s. */
export const coolDown = async (page: Page) => page.waitForTimeout(2_000);

export async function expectStatus(page: Page, status: string): Promise<void> {
  await expect(page.locator('[data-call-status]')).toHaveAttribute('data-call-status', status, {
    timeout: 45_000,
  });
}

/** Places a call and answers it. Returns when both are connected. */
export async function connectCall(ann: Caller, ben: Caller, kind = 'Video call'): Promise<void> {
  await startCall(ann, ben, kind);
  await answer(ben.page, kind === 'Video call' ? undefined : 'Accept audio-only');
  for (const { page } of [ann, ben]) await expectStatus(page, 'connected');
}

/** Expects no call screen or call dialog on these pages. */
export async function expectNoCall(...pages: Page[]): Promise<void> {
  for (const page of pages) {
    await expect(callScreen(page)).toBeHidden();
    await expect(page.getByRole('alertdialog')).toBeHidden();
  }
}

interface ReceivedMedia {
  /** Decoded frames, and the energy of the received sound. */
  frames: number;
  energy: number;
}

/** Records the connections, tracks and audio contexts that a page creates. Call it before the page loads. */
export async function watchConnections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const made: RTCPeerConnection[] = [];
    const tracks: MediaStreamTrack[] = [];
    const contexts: AudioContext[] = [];
    Object.assign(window, { made, tracks, contexts });
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        made.push(this);
      }
    };
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        contexts.push(this);
      }
    };
    const { mediaDevices } = navigator;
    for (const name of ['getUserMedia', 'getDisplayMedia'] as const) {
      const open = mediaDevices[name].bind(mediaDevices);
      mediaDevices[name] = async (constraints?: MediaStreamConstraints) => {
        const stream = await open(constraints);
        tracks.push(...stream.getTracks());
        return stream;
      };
    }
  });
}

export interface Watched {
  made: RTCPeerConnection[];
  tracks: MediaStreamTrack[];
  contexts: AudioContext[];
}

export async function receivedMedia(page: Page): Promise<ReceivedMedia> {
  return page.evaluate(async () => {
    const { made } = window as unknown as Watched;
    const found = { frames: 0, energy: 0 };
    const report = await made.at(-1)?.getStats();
    for (const stat of report?.values() ?? []) {
      const { type, framesDecoded = 0, totalAudioEnergy = 0 } = stat as Record<string, never>;
      if (type !== 'inbound-rtp') continue;
      found.frames += framesDecoded;
      found.energy += totalAudioEnergy;
    }
    return found;
  });
}

/** Expects that more frames arrive. */
export async function expectFramesArriving(page: Page): Promise<void> {
  const { frames } = await receivedMedia(page);
  await expect.poll(async () => (await receivedMedia(page)).frames).toBeGreaterThan(frames + 3);
}

/** Lets a page connect only through relays, as on a restricted network. Call it before the page loads. */
export async function forceRelay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: 'relay' });
      }
    };
  });
}

/** Expects that a page has closed everything it opened for calls. Audio contexts need a moment. */
export async function expectAllClosed(...pages: Page[]): Promise<void> {
  for (const page of pages) await expect.poll(async () => openResources(page)).toEqual([]);
}

export async function openResources(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { made, tracks, contexts } = window as unknown as Watched;
    return [
      ...made.map(({ connectionState }) => `connection ${connectionState}`),
      ...tracks.map(({ kind, readyState }) => `${kind} ${readyState}`),
      ...contexts.map(({ state }) => `sound ${state}`),
    ].filter((each) => !/ (closed|ended)$/.test(each));
  });
}
