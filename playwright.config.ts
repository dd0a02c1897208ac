import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.ts';

const isRunner = process.env.TEST_WORKER_INDEX === undefined;

// This file is read by each worker too; what the first reading chose reaches them through the environment.
if (isRunner) {
  process.env.CHROME_PATH ??= findBrowser();
  // Below the ports that systems give out by themselves.
  process.env.E2E_PORT ??= process.env.E2E_BASE_URL
    ? new URL(process.env.E2E_BASE_URL).port
    : String(20_000 + (process.pid % 10_000));
  process.env.E2E_DATA ??= makeDataFolder();
}

const port = process.env.E2E_PORT ?? '';

/** Several nodes behind a proxy, which somebody else has started (tools/cluster). */
const nodes = process.env.E2E_BASE_URL;

const ofNodes = {
  name: 'nodes',
  // Calls have their own tests there (tools/cluster); the others need a server or a data folder of their own.
  testIgnore: [
    'calls*.spec.ts',
    'object-store.spec.ts',
    'premium-razorpay.spec.ts',
    'media-live.spec.ts',
    'accessibility.spec.ts',
    'media-steady.spec.ts',
  ],
  // How a screen looks is the same whichever node answers: `npm test` sees to those two, and to what is tagged so.
  grepInvert: /@looks/,
};

export default defineConfig({
  testDir: 'e2e',
  projects: nodes
    ? [ofNodes]
    : [
        { name: 'pages', testIgnore: 'calls*.spec.ts' },
        // Two browsers with pictures and sound, which are to come in time: nothing else beside them (tools/check.ts).
        {
          name: 'calls',
          testMatch: 'calls*.spec.ts',
          testIgnore: process.env.E2E_LONG ? [] : '*.long.spec.ts',
          workers: 1,
        },
      ],
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  timeout: 240_000,
  // A busy machine is no failure of ours.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: nodes ?? `http://localhost:${port}`,
    // Filming every page would take most of a small machine; what stood in them is kept all the same.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // Nothing here is drawn by WebGL, and a stand-in for a graphics card takes most of a small machine.
        '--disable-software-rasterizer',
        '--disable-gpu-rasterization',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  ...(!nodes && {
    webServer: {
      command: `"${process.execPath}" server/src/main.ts`,
      url: `http://localhost:${port}/ready`,
      env: {
        PORT: port,
        HOST: '127.0.0.1',
        ROOST_DATA: process.env.E2E_DATA ?? '',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        // Long enough for a slow machine to answer, short enough to wait for when nobody does.
        CALL_RING_SECONDS: '30',
        // Whether the machine has one must not change what tests see.
        FFMPEG: fileURLToPath(new URL('e2e/ffmpeg-stand-in.sh', import.meta.url)),
      },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
      stdout: 'pipe',
    },
  }),
});

function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roost-e2e-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
