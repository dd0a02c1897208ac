import { expect, type APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../support/test.ts';

interface ManifestIcon {
  src: string;
  sizes: string;
  type: string;
  purpose: string;
}

/** Fetches an icon as a phone does, and decodes it. */
async function fetchPng(request: APIRequestContext, url: string) {
  const response = await request.get(url);
  expect(response.status(), url).toBe(200);
  expect(response.headers()['content-type'], url).toBe('image/png');
  const image = sharp(await response.body());
  const { format, width, height } = await image.metadata();
  return { format, size: `${width}x${height}`, isOpaque: (await image.stats()).isOpaque };
}

test('the page has a touch icon that every phone can read', async ({ page }) => {
  await page.goto('/login');
  const href = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  // Phones show transparent parts as black.
  expect(await fetchPng(page.request, new URL(href!, page.url()).href)).toEqual({
    format: 'png',
    size: '180x180',
    isOpaque: true,
  });
});

test('the manifest’s PNG icons, plain and maskable, have the sizes that it names', async ({
  page,
}) => {
  await page.goto('/login');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const address = new URL(href!, page.url());
  const response = await page.request.get(address.href);
  expect(response.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const { icons } = (await response.json()) as { icons: ManifestIcon[] };
  const pngs = icons.filter(({ type }) => type === 'image/png');
  for (const purpose of ['any', 'maskable'])
    expect(
      pngs.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes),
      purpose,
    ).toEqual(['192x192', '512x512']);
  for (const { src, sizes } of pngs)
    expect(await fetchPng(page.request, new URL(src, address).href), src).toEqual({
      format: 'png',
      size: sizes,
      // A launcher cuts its own shape from a maskable icon, so no part of the icon may be transparent.
      isOpaque: true,
    });
});
