import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { arrive, connect, newName } from './people.ts';
import { test as base } from './test.ts';

interface Machine {
  launchOptions: { args?: string[] };
  /** Pictures a second that cameras make. */
  cameraRate: number;
}

/** A browser with cameras, a microphone and a screen of its own making, that lends them unasked. */
export const test = base.extend<object, Machine>({
  // Few: several are made, sent and shown at once, on a machine that may be small.
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

/** Somebody who has looked at their devices before. */
export async function arriveCaller(
  browser: Browser,
  prefix: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Caller> {
  const name = newName(prefix);
  const page = await arrive(browser, name, options);
  await page.evaluate(() => localStorage.setItem('roost:devices', '{}'));
  return { name, fullName: `${name} of Roost`, page };
}

/** Two who follow, and so may call, each other. */
export async function meet(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<[Caller, Caller]> {
  const ann = await arriveCaller(browser, 'ann', options);
  const ben = await arriveCaller(browser, 'ben', options);
  await follow(ann, ben);
  await follow(ben, ann);
  return [ann, ben];
}

export async function idOf({ page }: Caller, { name }: Caller): Promise<string> {
  const answer = await page.request.get(`/api/users/getuser/${name}`);
  return ((await answer.json()) as { data: { user: { _id: string } } }).data.user._id;
}

export async function follow(by: Caller, whom: Caller): Promise<void> {
  await by.page.request.post(`/api/follow/${await idOf(by, whom)}`);
}

/** Presses the call button of somebody's profile. */
export async function place(by: Caller, whom: Caller, kind = 'Video call'): Promise<void> {
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
export const fellBack = (page: Page) => page.getByText('Call was rejected or cancelled.');

export async function answer(page: Page, how = 'Accept with video'): Promise<void> {
  await incoming(page).getByRole('button', { name: how }).click();
}

/** Something happens that brings words which soon go again: they are looked for from before it. */
export async function shows(words: Locator, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([expect(words).toBeVisible({ timeout: 30_000 }), act()]);
}

export async function expectStatus(page: Page, status: string): Promise<void> {
  await expect(page.locator('[data-call-status]')).toHaveAttribute('data-call-status', status, {
    timeout: 45_000,
  });
}

/** One calls, the other answers; both are connected. */
export async function talk(ann: Caller, ben: Caller, kind = 'Video call'): Promise<void> {
  await place(ann, ben, kind);
  await answer(ben.page, kind === 'Video call' ? undefined : 'Accept audio-only');
  for (const { page } of [ann, ben]) await expectStatus(page, 'connected');
}

/** Nobody of these has anything of a call on screen any more. */
export async function expectQuiet(...pages: Page[]): Promise<void> {
  for (const page of pages) {
    await expect(callScreen(page)).toBeHidden();
    await expect(page.getByRole('alertdialog')).toBeHidden();
  }
}

interface Heard {
  /** Frames decoded, and the energy of what is heard. */
  frames: number;
  energy: number;
}

/** Watches what connections a page makes; before it is loaded. */
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

export async function heard(page: Page): Promise<Heard> {
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

/** Frames keep coming. */
export async function expectMoving(page: Page): Promise<void> {
  const { frames } = await heard(page);
  await expect.poll(async () => (await heard(page)).frames).toBeGreaterThan(frames + 3);
}

/** The browser of a page finds others by relays alone, as on a network that lets nothing else out; before it is loaded. */
export async function onlyByRelay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: 'relay' });
      }
    };
  });
}

/** Whatever a page opened for calls is closed again; a context of sounds takes a moment. */
export async function expectAllClosed(...pages: Page[]): Promise<void> {
  for (const page of pages) await expect.poll(async () => leftOpen(page)).toEqual([]);
}

export async function leftOpen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { made, tracks, contexts } = window as unknown as Watched;
    return [
      ...made.map(({ connectionState }) => `connection ${connectionState}`),
      ...tracks.map(({ kind, readyState }) => `${kind} ${readyState}`),
      ...contexts.map(({ state }) => `sound ${state}`),
    ].filter((each) => !/ (closed|ended)$/.test(each));
  });
}
