import { readdir, readlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { tiers } from '@roost/contract/limits';
import { startAppForFile, startAppForTest } from '../../../test/support/app.ts';
import { join } from '../../../test/support/cast.ts';
import { fileOf, mediaFiles, noise, send } from '../../../test/support/media.ts';

const app = await startAppForFile();
const alice = await join(app, 'alice');

/** Lists the media files that this process has open. The list is empty on systems without /proc. */
async function openFiles(): Promise<string[]> {
  const open = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(
    open.map(async (fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(app.dataFolder));
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Opens a raw request that declares a file of `length` bytes, or a chunked one without a length. */
async function begin(length: number | 'chunked', path = '/api/media'): Promise<Socket> {
  const { hostname, port } = new URL(app.address);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${alice.client.cookie}\r\n${size}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n`;
  socket.write(head);
  return socket;
}

const PART = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;

describe('an aborted upload', () => {
  const size = 1_500_000;
  test.each([0.01, 0.5, 0.99])(
    'an upload that breaks off after a share of %d leaves nothing',
    async (share) => {
      // The server may still read requests of the previous case.
      await expect.poll(async () => mediaFiles(app), { timeout: 10_000 }).toEqual([]);
      for (let n = 0; n < 20; n += 1) {
        const socket = await begin(size);
        const bytes = Buffer.alloc(Math.floor(size * share));
        SIGNATURE.copy(bytes);
        await new Promise((resolve) =>
          socket.write(Buffer.concat([Buffer.from(PART), bytes]), resolve),
        );
        if (n === 0)
          await expect
            .poll(async () => (await mediaFiles(app)).length, { timeout: 10_000 })
            .toBeGreaterThan(0);
        socket.destroy();
      }
      await expect.poll(async () => mediaFiles(app), { timeout: 15_000 }).toEqual([]);
      await expect.poll(openFiles, { timeout: 15_000 }).toEqual([]);
    },
    60_000,
  );
});

test('a large file is refused while it arrives, whatever its headers say', async () => {
  const before = await mediaFiles(app);
  const socket = await begin('chunked');
  const answer: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => answer.push(chunk));
  const frame = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  socket.write(frame(Buffer.concat([Buffer.from(PART), SIGNATURE])));
  let sent = 0;
  const piece = Buffer.alloc(65_536);
  for (; answer.length === 0 && sent < 20_000_000; sent += piece.length) {
    await new Promise((resolve) => socket.write(frame(piece), resolve));
    await wait(5);
  }
  expect(Buffer.concat(answer).toString('latin1')).toContain(' 413 ');
  expect(sent).toBeLessThan(tiers.free.imageBytes + 12 * piece.length);
  socket.destroy();
  expect(await mediaFiles(app)).toEqual(before);
});

test('text fields have their own small limit', async () => {
  const socket = await begin('chunked');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  const junk = `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(900_000)}\r\n`;
  for (let n = 0; n < 3; n += 1) {
    const bytes = Buffer.from(junk);
    socket.write(
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
    );
  }
  await expect.poll(() => answer, { timeout: 5_000 }).toContain(' 413 ');
  socket.destroy();
});

describe('parallel uploads', () => {
  test('too many uploads of one person affect nobody else', async () => {
    const limited = await startAppForTest({ RATE_LIMITS: 'on' });
    const [busy, other] = [await join(limited, 'busy'), await join(limited, 'other')];
    const file = await fileOf('a.jpg', noise(600, 400).jpeg());
    const crowd = Array.from({ length: 50 }, async () => send(busy, file));
    expect((await send(other, file)).status).toBe(201);
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(8);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.every((status) => [201, 429].includes(status))).toBe(true);
    expect((await send(busy, file)).status).toBe(201);
  }, 120_000);
});
