import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.ts';

const isRunner = process.env.TEST_WORKER_INDEX === undefined;

// Each worker loads this file again. The runner passes its choices to the workers in environment variables.
if (isRunner) {
  process.env.CHROME_PATH ??= findBrowser({
    hasWindow: process.argv.some((argument) => ['--headed', '--ui', '--debug'].includes(argument)),
  });
  // Below the range of ephemeral ports.
  process.env.E2E_PORT ??= process.env.E2E_BASE_URL
    ? new URL(process.env.E2E_BASE_URL).port
    : String(20_000 + (process.pid % 10_000));
  process.env.E2E_DATA ??= makeDataFolder();
}

const port = process.env.E2E_PORT ?? '';

/** The URL of several nodes behind a proxy that tools/cluster has started. */
const nodes = process.env.E2E_BASE_URL;

const clusterProject = {
  name: 'nodes',
  // Two nodes and their services share the machine.
  workers: 2,
  // tools/cluster tests calls itself. The other files need their own server or data folder.
  testIgnore: [
    'calls*.spec.ts',
    'account-safety.spec.ts',
    'personal-data.spec.ts',
    // A command of the operator makes their moderators in this data folder.
    'decisions.spec.ts',
    'moderation.spec.ts',
    'refused-sign-in.spec.ts',
    'reports.spec.ts',
    'admin.spec.ts',
    'object-store.spec.ts',
    'installed-app.spec.ts',
    // Its push service is on this machine.
    'push.spec.ts',
    'premium-razorpay.spec.ts',
    'media-availability.spec.ts',
    'accessibility.spec.ts',
    'media-layout-shift.spec.ts',
  ],
  // The appearance of a screen does not depend on the number of nodes. `npm test` checks it.
  grepInvert: /@appearance/,
};

/** `npm run test:long` runs the journeys that have several widths or themes (e2e/support/matrix.ts), and the slow ones. */
const isLong = process.env.E2E_LONG === 'on';
const longRunFilter = isLong ? { grep: /@matrix|\.long\.spec/ } : { grepInvert: /\.long\.spec/ };

export default defineConfig({
  testDir: 'e2e',
  projects: nodes
    ? [clusterProject]
    : [
        { name: 'pages', testIgnore: 'calls*.spec.ts', ...longRunFilter },
        {
          name: 'calls',
          testMatch: 'calls*.spec.ts',
          // Calls need the processors for their media. The long run measures the time of an answer, so nothing runs beside it.
          workers: isLong ? 1 : 2,
          ...longRunFilter,
        },
      ],
  outputDir: 'test-results',
  // Three on two processors, because journeys spend part of their time waiting.
  workers: 3,
  retries: 0,
  // The long run checks many screens in every theme.
  timeout: isLong ? 240_000 : 60_000,
  // Enough for a busy machine.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: nodes ?? `http://localhost:${port}`,
    // A trace takes a fifth of the run. To record one, run a journey with `--trace on`.
    trace: 'off',
    // A kept page would hide what a journey tests. Only installed-app.spec.ts and push.spec.ts allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // No page uses WebGL, and software rendering of it would use most of a small machine.
        '--disable-software-rasterizer',
        '--disable-gpu-rasterization',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A context needs one process. Without this, each first page starts a second one.
        '--renderer-process-limit=1',
        // Pages of journeys live for seconds, so optimising compilers cost more than they save. Without them the pages use a fifth less
        // processor time.
        ...(isLong ? [] : ['--js-flags=--no-opt --no-maglev']),
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
        // Long enough to answer on a slow machine. The test of an unanswered call waits for all of it.
        CALL_RING_SECONDS: '30',
        // Tests send nothing to other machines.
        FETCH_PAGES: 'local',
        PUSH_ALLOW_LOCAL: 'on',
        // A fake ffmpeg, so that tests do not depend on the installed one.
        // It reads a video from the data folder, which the sandbox would hide.
        FFMPEG_SANDBOX: 'off',
        FFMPEG: fileURLToPath(new URL('e2e/support/fake-ffmpeg.sh', import.meta.url)),
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
