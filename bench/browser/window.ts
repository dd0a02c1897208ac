import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import sharp from 'sharp';
import { needBrowser } from '../../tools/browser.ts';
import type { Member } from '../member.ts';

const watch = fileURLToPath(new URL('watch-page.mjs', import.meta.url));

/** The device of a person. */
export interface Device {
  name: string;
  width: number;
  height: number;
  /** The browser slows its processor down by this factor. */
  cpuSlowdown: number;
  /** The scrolling hand moves the page by so many pixels, so often. */
  scroll: { pixels: number; everyMs: number };
  /** Without it, the browser has the network of this machine. */
  network?: { kilobitsPerSecond: number; latencyMs: number };
}

/** A browser window of a signed-in person. */
export interface Window {
  page: Page;
  cdp: CDPSession;
  close: () => Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  // The full Chromium, as people use it, not the headless shell.
  const executablePath = needBrowser({ hasWindow: true });
  if (!executablePath) throw new Error('Chromium is not installed, and the installation failed.');
  return chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

/** Opens a window with its own empty cache. */
export async function openWindow(
  browser: Browser,
  address: string,
  { member, device }: { member: Member; device: Device },
): Promise<Window> {
  const { width, height, cpuSlowdown, network } = device;
  const context = await browser.newContext({ viewport: { width, height } });
  const [name = '', value = ''] = member.cookie.split('=', 2);
  await context.addCookies([{ name, value, url: address }]);
  await context.addInitScript({ path: watch });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await showPictures(cdp);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  if (network) await limitNetwork(cdp, network);
  return { page, cdp, close: async () => context.close() };
}

async function limitNetwork(
  cdp: CDPSession,
  { kilobitsPerSecond, latencyMs }: NonNullable<Device['network']>,
): Promise<void> {
  const throughput = (kilobitsPerSecond * 1_000) / 8;
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

let picture: Promise<Buffer> | undefined;

/**
 * Answers every request for a picture with the same generated one, because the network has rows of pictures but no files.
 * Playwright's own routes would switch off the browser's cache.
 */
async function showPictures(cdp: CDPSession): Promise<void> {
  picture ??= sharp({
    create: {
      width: 640,
      height: 480,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
      background: '#888',
    },
  })
    .webp({ quality: 40 })
    .toBuffer();
  const body = (await picture).toString('base64');
  const responseHeaders = [{ name: 'content-type', value: 'image/webp' }];
  cdp.on('Fetch.requestPaused', ({ requestId }) => {
    const answer = { requestId, responseCode: 200, responseHeaders, body };
    // The page may have closed.
    cdp.send('Fetch.fulfillRequest', answer).catch(() => {});
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*/media/*' }] });
}
