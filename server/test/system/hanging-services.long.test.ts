import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { makeMailer } from '../../src/platform/mail/mailer.ts';
import { toAppError } from '../../src/platform/http/errors/errors.ts';
import { S3Storage } from '../../src/platform/storage/s3-storage.ts';
import { RedisConnections } from '../../src/platform/cluster/redis.ts';
import { readConfig } from '../../src/config/config.ts';
import { laySilentLine } from '../support/silent-line.ts';

const log = pino({ level: 'silent' });

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Accepts connections and sends nothing. */
async function silentPort(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  onTestFinished(() => void server.close());
  return listen(server);
}

test('a mail server that never greets fails the mail, and blocks no other job', async () => {
  const config = readConfig({ MAIL_URL: `smtp://127.0.0.1:${await silentPort()}` });
  const mail = {
    locale: 'en',
    to: { name: 'Ana', address: 'ana@example.org' },
    subject: 's',
    text: 't',
    html: 't',
  };
  await expect(makeMailer(config, log, async () => 'Roost').send(mail)).rejects.toThrow(
    /greeting/i,
  );
}, 20_000);

test('a hanging object store gives `unavailable`', async () => {
  const storage = new S3Storage({
    endpoint: `http://127.0.0.1:${await silentPort()}`,
    region: 'us-east-1',
    bucket: 'roost',
    accessKeyId: 'x',
    secretAccessKey: 'x',
    forcePathStyle: true,
  });
  const failed = await storage.exists('01', 'a.webp').catch((error: unknown) => error);
  expect(toAppError(failed)).toMatchObject({ status: 503, retryAfter: 2 });
}, 30_000);

/** A minimal fake Redis, as far as the client needs it. */
async function startRedis(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const commands = data.toString().split(/(?=\*\d+\r\n)/);
      for (const each of commands)
        socket.write(/\binfo\b/i.test(each) ? '$9\r\nloading:0\r\n' : '+OK\r\n');
    });
  });
  onTestFinished(() => void server.close());
  return listen(server);
}

test('a hanging Redis fails commands at once after the first, and recovers', async () => {
  const line = await laySilentLine({ host: '127.0.0.1', port: await startRedis() });
  const config = readConfig({ REDIS_URL: `redis://127.0.0.1:${line.port}` });
  const links = await RedisConnections.open(config.redis!, log);
  onTestFinished(() => links.close());
  expect(await links.client.set('a', '1')).toBe('OK');
  line.silenceAll();
  await expect(links.client.set('a', '2')).rejects.toThrow();
  await expect.poll(() => links.isReady, { timeout: 5_000 }).toBe(false);
  const began = performance.now();
  await expect(links.client.set('a', '3')).rejects.toThrow();
  expect(performance.now() - began).toBeLessThan(500);
  line.mend();
  await expect.poll(() => links.isReady, { timeout: 10_000 }).toBe(true);
  expect(await links.client.set('a', '4')).toBe('OK');
}, 30_000);
