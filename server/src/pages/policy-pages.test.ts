import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startAppForFile, startAppForTest } from '../../test/support/app.ts';
import { StartError } from '../config/start-error.ts';

const NAMES = [
  'privacy',
  'terms-and-conditions',
  'cancellation-and-refunds',
  'shipping',
  'contact-us',
];

const folder = await mkdtemp(join(tmpdir(), 'roost-pages-'));
afterAll(() => rm(folder, { recursive: true }));
const app = await startAppForFile({ PAGES_DIR: folder });

const read = async (path: string) => app.client().fetch(path);

test.each(NAMES)('/%s/ is there for everyone and runs no scripts', async (name) => {
  const response = await read(`/${name}/`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|unsafe|https?:/);
  const html = await response.text();
  expect(html).toMatch(/<h1>[A-Z]/);
  for (const other of NAMES.filter((each) => each !== name))
    expect(html).toContain(`href="/${other}/"`);
  const bare = await read(`/${name}`);
  expect([bare.status, bare.headers.get('location')]).toEqual([308, `/${name}/`]);
});

test('the operator’s text replaces ours at once, without HTML', async () => {
  const file = join(folder, 'shipping.md');
  await writeFile(
    file,
    '# By pigeon\n\n<script>alert(1)</script> <img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](/privacy/) [c](data:text/html,x)',
  );
  const html = await (await read('/shipping/')).text();
  expect(html).toContain('<h1>By pigeon</h1>');
  expect(html).not.toMatch(/<script|<img|href="(?:javascript|data)/i);
  expect(html).toContain('<a href="/privacy/">b</a>');
  await rm(file);
  expect(await (await read('/shipping/')).text()).toContain('<h1>Shipping</h1>');
});

test('the server does not start if PAGES_DIR is missing', async () => {
  await expect(startAppForTest({ PAGES_DIR: join(folder, 'nowhere') })).rejects.toThrow(StartError);
});
