import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SpawnedApp } from '../support/spawned-app.ts';

const MB = 1_048_576;
const PORT = 41_734;
const CONNECTIONS = 1_400;
/** Each has fewer connections than the server allows one address. The visitor comes from another address. */
const ATTACKERS = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
/** The time limit of a body, plus time for the server to notice it. */
const CLOSED_WITHIN_MS = 45_000;

let folder: string;
let app: SpawnedApp;

beforeAll(async () => {
  folder = await mkdtemp(joinPath(tmpdir(), 'roost-slow-'));
  app = await SpawnedApp.start(folder, PORT, { RATE_LIMITS: 'on' });
}, 120_000);
afterAll(async () => {
  await app.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

async function memory(): Promise<number> {
  const status = await readFile(`/proc/${app.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
}

/** The server's open connections, as the kernel counts them. */
async function openConnections(): Promise<number> {
  const port = PORT.toString(16).toUpperCase().padStart(4, '0');
  const lines = (await readFile(`/proc/${app.pid}/net/tcp`, 'utf8')).split('\n');
  return lines.filter((line) => new RegExp(`^ *\\d+: 0100007F:${port} \\S+ 01 `).test(line)).length;
}

/** Announces a body, sends nearly all of it, and then a byte every 10 s. */
function attack(filler: Buffer, localAddress: string | undefined): Socket {
  const socket = connect({ host: '127.0.0.1', port: PORT, localAddress });
  const head = [
    'POST /api/auth/logout HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${filler.length + 1_000}`,
  ];
  socket.on('error', () => socket.destroy());
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(filler);
  const drip = setInterval(() => socket.write('x'), 10_000);
  socket.once('close', () => clearInterval(drip));
  socket.resume();
  return socket;
}

test('1,400 slow bodies cost little memory, are closed, and disturb nobody', async () => {
  const before = await memory();
  // One body that the server refuses at once, and one that it must wait for.
  const fillers = [Buffer.alloc(MB - 1_000, 'x'), Buffer.alloc(7_000, 'x')] as const;
  const sockets: Socket[] = [];
  let most = 0;
  const took: number[] = [];
  const statuses = new Set<number>();
  const watching = new AbortController();
  const visiting = (async () => {
    while (!watching.signal.aborted) {
      const began = performance.now();
      const response = await fetch(`${app.address}/privacy/`);
      await response.text();
      statuses.add(response.status);
      took.push(performance.now() - began);
      most = Math.max(most, await memory());
      await wait(250);
    }
  })();
  for (let n = 0; n < CONNECTIONS; n += 1) {
    sockets.push(attack(fillers[n % 2 ? 0 : 1], ATTACKERS[n % ATTACKERS.length]));
    if (n % 50 === 0) await wait(50);
  }
  await wait(5_000);
  const openEarly = await openConnections();
  await wait(CLOSED_WITHIN_MS - 5_000);
  const openLate = await openConnections();
  watching.abort();
  await visiting;
  for (const socket of sockets) socket.destroy();
  const inMB = (bytes: number) => `${Math.round(bytes / MB)} MB`;
  took.sort((a, b) => a - b);
  console.log(
    `memory ${inMB(before)}, at most ${inMB(most)}; open after 5 s ${openEarly}, after 45 s ${openLate}; a page took ${Math.round(took.at(Math.floor(took.length / 2)) ?? 0)} ms, at most ${Math.round(took.at(-1) ?? 0)} ms`,
  );
  expect([...statuses]).toEqual([200]);
  // The server waits for half of them. It refuses the others at once.
  expect(openEarly).toBeGreaterThan(CONNECTIONS / 3);
  expect(openLate).toBeLessThan(20);
  expect(most - before).toBeLessThan(150 * MB);
});
