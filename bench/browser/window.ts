import { fileURLToPath } from 'node:url';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
} from '@playwright/test';
import sharp from 'sharp';
import { needBrowser } from '../../tools/browser.ts';
import type { Member } from '../member.ts';

const watch = fileURLToPath(new URL('watch-page.mjs', import.meta.url));

/** A browser window of a signed-in person. The browser slows its processor down by the given factor. */
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
  { member, slowdown }: { member: Member; slowdown: number },
): Promise<Window> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = member.cookie.split('=', 2);
  await context.addCookies([{ name, value, url: address }]);
  await showPictures(context);
  await context.addInitScript({ path: watch });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, cdp, close: async () => context.close() };
}

let picture: Promise<Buffer> | undefined;

/** Answers every request for a picture with the same generated one, because the network has rows of pictures but no files. */
async function showPictures(context: BrowserContext): Promise<void> {
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
  const body = await picture;
  await context.route('**/media/**', (route) => route.fulfill({ body, contentType: 'image/webp' }));
}
