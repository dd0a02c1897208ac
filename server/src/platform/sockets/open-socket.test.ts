import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { forgetRequest, forgetRequestInAnswer } from './handshake.ts';
import type { MemberSocket } from './publish.ts';
import { countQueuedPackets, queuedPackets } from './queued-packets.ts';

/** The server's end of an open socket. */
async function openServerSocket() {
  const http = createServer();
  const server = new Server(http, { transports: ['websocket'], perMessageDeflate: false });
  server.engine.use(forgetRequestInAnswer);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const connecting = new Promise<MemberSocket>((resolve) =>
    server.once('connection', (each) => resolve(each as MemberSocket)),
  );
  const client = io(`http://127.0.0.1:${port}`, { transports: ['websocket'] });
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  const socket = await connecting;
  await new Promise<void>((resolve) => client.once('connect', resolve));
  return { client, socket };
}

test('packets count as queued until the next flush', async () => {
  const { client, socket } = await openServerSocket();
  countQueuedPackets(socket);
  const arrived = new Promise((resolve) => client.once('last', resolve));
  for (const name of ['first', 'second', 'last']) (socket.emit as (name: string) => void)(name);
  // The first one left at once.
  expect(queuedPackets(socket)).toBe(2);
  await arrived;
  expect(queuedPackets(socket)).toBe(0);
});

test('an open socket does not keep the request of its handshake', async () => {
  const { socket } = await openServerSocket();
  const request = new WeakRef(socket.request);
  forgetRequest(socket);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await vi.waitFor(() => {
    collect();
    expect(request.deref() === undefined).toBe(true);
  });
});
