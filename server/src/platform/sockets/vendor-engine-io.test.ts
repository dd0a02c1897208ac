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
import { coalesceWrites } from './vendor-engine-io.ts';

/** The server's end of an open socket, with the TCP socket below it. */
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
  const { request } = socket;
  return { client, socket, tcpSocket: request.socket, request: new WeakRef(request) };
}

/** Sends three events in one turn. Returns the number of system calls that wrote them. */
async function writesOfThreeEvents({
  client,
  socket,
  tcpSocket,
}: Awaited<ReturnType<typeof openServerSocket>>) {
  const handle = (tcpSocket as unknown as { _handle: Record<string, () => number> })._handle;
  const spies = ['writev', 'writeLatin1String', 'writeUtf8String', 'writeBuffer'].map((name) =>
    vi.spyOn(handle, name as never),
  );
  const arrived = new Promise((resolve) => client.once('last', resolve));
  for (const name of ['one', 'two', 'last']) (socket.emit as (name: string) => void)(name);
  await arrived;
  return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

test('one write carries all events of one turn', async () => {
  const open = await openServerSocket();
  coalesceWrites(open.socket);
  expect(await writesOfThreeEvents(open)).toBe(1);
});

test('without coalescing the same events need several writes', async () => {
  expect(await writesOfThreeEvents(await openServerSocket())).toBeGreaterThan(1);
});

test('packets count as queued until the next flush', async () => {
  const { client, socket } = await openServerSocket();
  coalesceWrites(socket);
  countQueuedPackets(socket);
  const arrived = new Promise((resolve) => client.once('last', resolve));
  for (const name of ['one', 'two', 'last']) (socket.emit as (name: string) => void)(name);
  expect(queuedPackets(socket)).toBe(3);
  await arrived;
  expect(queuedPackets(socket)).toBe(0);
});

test('an open socket does not keep the request of its handshake', async () => {
  const { socket, request } = await openServerSocket();
  forgetRequest(socket);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await vi.waitFor(() => {
    collect();
    expect(request.deref() === undefined).toBe(true);
  });
});
