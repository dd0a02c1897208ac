import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import sharp from 'sharp';
import { openDatabase } from '../../../server/src/platform/database/client.ts';
import { mostMemoryOf } from '../../../bench/processes.ts';
import { Chance } from '../../seed/chance.ts';
import type { Fault, RunOptions } from '../fault.ts';
import type { Load } from '../load.ts';
import { signInPeople, type Person } from '../people.ts';
import type { SingleSite } from '../site.ts';
import { onSite } from './on-site.ts';

const CUTS = 120;
const CUT_UPLOADS = 40;
/** The server must have deleted the files of a cut upload within this time. */
const CLEANED_MS = 10_000;
const HERD_TIMEOUT_MS = 180_000;
/** Sockets that connect at once at the start. Afterwards they come back all at once. */
const FIRST_AT_ONCE = 50;

/** Faults of clients and their connections. */
export const clientFaults: Record<string, Fault> = {
  'socket-flaps': {
    what: `${CUTS} sockets break while their people write`,
    size: 3_000,
    unit: 'writes',
    run: async (given) =>
      onSite(
        given,
        async (_site, load) => {
          const chance = new Chance(given.seed);
          const cuts = () => load.devices.reduce((sum, { device }) => sum + device.cuts, 0);
          while (cuts() < CUTS) {
            chance.pick(load.devices).device.cut();
            await wait(chance.between(5, 60));
          }
          return { since: performance.now() };
        },
        { load: { socketPairs: 10 } },
      ),
  },
  'lost-replies': {
    what: 'four in ten answers are lost, and the clients send again under the same key',
    size: 1_500,
    unit: 'writes',
    shortSize: 150,
    run: async (given) =>
      onSite(
        given,
        async (_site, load) => {
          await load.acknowledged((given.size * 2) / 3);
          return { since: performance.now() };
        },
        { load: { lostReplies: 0.4 } },
      ),
  },
  'upload-cut': {
    what: `${CUT_UPLOADS} uploads break off at 99 %`,
    size: 600,
    unit: 'writes',
    shortSize: 100,
    async run(given) {
      let at: SingleSite | undefined;
      return onSite(
        given,
        async (site, load) => {
          at = site;
          await cutUploads(site, load);
          return { since: performance.now() };
        },
        { check: async () => (at ? leftBehind(at) : []) },
      );
    },
  },
  'reconnect-herd': {
    what: 'all sockets come back at once after kill -9',
    size: 5_000,
    unit: 'sockets',
    run: herd,
  },
};

/** Sends all but the last hundredth of a picture, then breaks the connection. */
async function cutUploads(site: SingleSite, load: Load): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const blank = { width: 500, height: 400, channels: 3, background: '#888', noise } as const;
  const picture = await sharp({ create: blank }).png().toBuffer();
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--b--\r\n')]);
  for (let n = 0; n < CUT_UPLOADS; n += 1) {
    const headers = {
      Cookie: load.personAt(n).cookie,
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': body.length,
    };
    const sent = request(`${site.address}/api/media`, { method: 'POST', headers });
    sent.on('error', () => {});
    await new Promise<void>((resolve) => {
      sent.write(body.subarray(0, Math.floor(body.length * 0.99)), () => resolve());
    });
    await wait(20);
    sent.destroy();
  }
}

/** Files that requests left in the folder of arriving uploads, although no request is open any more. */
async function leftBehind(site: SingleSite): Promise<string[]> {
  const left = async () =>
    [...(await site.readStore()).keys()].filter((name) => name.startsWith('the request'));
  for (const deadline = Date.now() + CLEANED_MS; Date.now() < deadline; await wait(100))
    if ((await left()).length === 0) return [];
  return (await left()).map((name) => `${name} left files behind`);
}

async function herd(given: RunOptions) {
  const sockets: Socket[] = [];
  let most = 0;
  /** Counted while the server still runs. */
  let away = 0;
  try {
    const outcome = await onSite({ ...given, size: 300 }, async (site, load) => {
      sockets.push(...(await openSockets(site, given)));
      load.note(`${sockets.length} sockets are open`);
      const since = performance.now();
      await site.app.end('SIGKILL');
      const again = Promise.all(sockets.map(connected));
      await site.startAgain();
      const timeout = wait(HERD_TIMEOUT_MS, undefined, { ref: false });
      const repaired = Promise.race([again, timeout]).then(() => {
        away = sockets.filter(({ connected: isConnected }) => !isConnected).length;
        const seconds = Math.round((performance.now() - since) / 1_000);
        load.note(`${sockets.length - away} sockets were back after ${seconds} s`);
        most = mostMemoryOf(site.app.pid);
      });
      return { since, repaired };
    });
    if (away > 0) outcome.findings.push(`${away} of ${sockets.length} sockets did not come back`);
    outcome.remarks.push(`the server had ${Math.round(most / 1_024)} MB at most`);
    return outcome;
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

/** A socket for each of new people. They reconnect as the library's own clients do. */
async function openSockets(site: SingleSite, { size }: RunOptions): Promise<Socket[]> {
  const url = site.databaseUrl();
  const db = openDatabase({ url, preparedStatements: false, size: 1, onError: () => {} });
  const people = await signInPeople(db, size, 'herd').finally(() => void db.destroy());
  const sockets: Socket[] = [];
  for (let n = 0; n < people.length; n += FIRST_AT_ONCE) {
    const some = people.slice(n, n + FIRST_AT_ONCE).map((person) => openSocket(site, person));
    await Promise.all(some.map(connected));
    sockets.push(...some);
  }
  return sockets;
}

function openSocket(site: SingleSite, { cookie }: Person): Socket {
  return io(site.address, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { Cookie: cookie },
  });
}

async function connected(socket: Socket): Promise<void> {
  // A socket that is still connected must first notice the end of the server.
  if (socket.connected) await new Promise((resolve) => setTimeout(resolve, 500));
  if (socket.connected) return;
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
}
