import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startObjectStore, type ObjectStore } from '../../server/test/support/object-store.ts';
import { SpawnedApp } from '../../server/test/support/spawned-app.ts';
import { desktop, withMotion } from '../support/devices.ts';
import {
  drawPicture,
  expectDrawn,
  expectPlaying,
  postFiles,
  recordClip,
} from '../support/files.ts';
import { card, newName, newMember } from '../support/members.ts';
import { test } from '../support/test.ts';

let folder: string;
let store: ObjectStore;
let app: SpawnedApp;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), 'roost-store-'));
  store = await startObjectStore(join(folder, 's3'));
  // This port differs from the server of the other journeys.
  const port = Number(process.env['E2E_PORT']) - 10_000;
  app = await SpawnedApp.start(join(folder, 'data'), port, { ...store.env, FFMPEG: 'off' });
});
test.afterAll(async () => {
  await app.end('SIGTERM');
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

test('followers-only media loads from the object store under the page’s security policy', async ({
  browser,
}) => {
  const page = await newMember(browser, newName('store'), {
    ...desktop,
    ...withMotion,
    baseURL: app.address,
    savesData: false,
  });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  const fromStore = new Set<string>();
  page.on('response', (response) => {
    if (response.url().startsWith(store.endpoint) && response.ok())
      fromStore.add(String(response.headers()['content-type']));
  });
  const files = [await drawPicture(page, 'a.jpg'), await recordClip(page, 'webm')];
  await postFiles(page, 'Kept elsewhere', files, { visibility: 'followers' });
  await page.goto('/home');
  const post = card(page, 'Kept elsewhere');
  await expectDrawn(post.locator('a img'));
  await expectPlaying(post.locator('video'));
  expect([...fromStore].toSorted()).toEqual(['image/webp', 'video/webm']);
  expect(refused).toEqual([]);
});
