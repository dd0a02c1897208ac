import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installFromDistribution } from './apt.ts';

/** This browser has no window. It makes the tests a third faster. */
const HEADLESS_SHELL = 'chromium-headless-shell';

const known = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Returns the path of an installed Chrome or Chromium, else of the one that Playwright downloaded. */
export function findBrowser({ hasWindow = false } = {}): string | undefined {
  // The version check excludes stubs that only explain how to install the browser.
  const installed = [
    process.env.CHROME_PATH,
    ...(hasWindow ? [] : [HEADLESS_SHELL]),
    ...known,
  ].find((name) => name && spawnSync(name, ['--version']).status === 0);
  if (installed) return installed.includes('/') ? installed : fullPath(installed);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function fullPath(name: string): string {
  return spawnSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
}

/** Finds a browser or installs one: as root from the distribution, else with Playwright. */
export function needBrowser(options: { hasWindow?: boolean } = {}): string | undefined {
  const there = findBrowser(options);
  if (there) return there;
  for (const name of [...(options.hasWindow ? [] : [HEADLESS_SHELL]), 'chromium'])
    if (!findBrowser(options)) installFromDistribution(name);
  if (!findBrowser(options))
    spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      stdio: 'inherit',
    });
  return findBrowser(options);
}
