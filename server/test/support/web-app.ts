import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { provideSite, type DocumentSite } from '../../src/platform/http/documents/document-site.ts';
import { webApp } from '../../src/platform/http/documents/web-app.ts';
import { makeServer } from '../../src/platform/http/server.ts';
import { Metrics } from '../../src/platform/metrics/metrics.ts';

const plainSite: DocumentSite = {
  name: 'Nest',
  description: () => 'For birds.',
  mainLanguage: 'en',
  announcement: '',
  accent: 285,
  logo: null,
  vapidKey: null,
  imageOrigin: null,
};

/** What a server without an app needs. */
export const serverParts = (env: Record<string, string> = {}) => ({
  config: readConfig(env),
  log: pino({ level: 'silent' }),
  metrics: new Metrics(),
});

/** Writes a small web app in English, German and Arabic. Returns functions that serve it. All ends with the test file. */
export async function buildWebApp() {
  let site = plainSite;
  const servers: FastifyInstance[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'roost-web-'));
  await writeWebApp(folder);
  afterAll(async () => {
    await Promise.all(servers.map(async (server) => server.close()));
    await rm(folder, { recursive: true, force: true });
  });
  return {
    serve: async (env: Record<string, string> = {}): Promise<FastifyInstance> => {
      const parts = serverParts(env);
      const server = await makeServer(parts);
      servers.push(server);
      provideSite(server, async () => site);
      await webApp(server, { config: parts.config, start: async () => null, folder: `${folder}/` });
      return server;
    },
    /** Changes the site until the test ends. */
    show: (shown: Partial<DocumentSite>): void => {
      site = { ...plainSite, ...shown };
      onTestFinished(() => void (site = plainSite));
    },
  };
}

async function writeWebApp(folder: string): Promise<void> {
  await mkdir(join(folder, 'en/assets'), { recursive: true });
  await writeFile(
    join(folder, 'en/index.html'),
    '<!doctype html><head><title>__SITE_NAME__</title><meta property="csp-nonce" nonce="__CSP_NONCE__"><meta name="description" content="__SITE_DESCRIPTION__"><link rel="icon" href="/favicon.svg" type="image/svg+xml" /></head><body></body>',
  );
  await writeFile(
    join(folder, 'en/manifest.webmanifest'),
    '{"name":"Built","start_url":"/home","icons":[{"src":"/icon-192.png"}]}',
  );
  await writeFile(join(folder, 'en/assets/index-abc123.js'), 'export {};');
  await writeFile(join(folder, 'en/theme.js'), 'void 0;');
  for (const locale of ['de', 'ar']) {
    await mkdir(join(folder, locale));
    await writeFile(join(folder, `${locale}/index.html`), `<html lang="${locale}">`);
  }
}
