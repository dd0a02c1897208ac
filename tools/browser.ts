import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installFromDistribution } from './apt.ts';

const known = [
  process.env.CHROME_PATH,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Returns the path of an installed Chrome or Chromium, else of the one that Playwright downloaded. */
export function findBrowser(): string | undefined {
  // The version check excludes stubs that only explain how to install the browser.
  const installed = known.find((name) => name && spawnSync(name, ['--version']).status === 0);
  if (installed) return installed.includes('/') ? installed : fullPath(installed);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function fullPath(name: string): string {
  return spawnSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
}

/** Finds a browser or installs one: as root from the distribution, else with Playwright. */
export function needBrowser(): string | undefined {
  const there = findBrowser();
  if (there) return there;
  installFromDistribution('chromium');
  if (!findBrowser())
    spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      stdio: 'inherit',
    });
  return findBrowser();
}
