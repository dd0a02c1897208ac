import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished } from 'vitest';
import type { TestClient } from './test-client.ts';

export interface SocketOptions {
  cookie?: string | undefined;
  headers?: Record<string, string>;
  transports?: string[];
  namespace?: string;
  query?: Record<string, string>;
  auth?: Record<string, unknown>;
}

/** Creates an unconnected socket. The end of the test closes it. */
export function openSocket(address: string, options: SocketOptions = {}): Socket {
  const { cookie, headers = {}, transports = ['websocket'], namespace = '' } = options;
  const { query = {}, auth = {} } = options;
  const socket = io(`${address}${namespace}`, {
    transports,
    reconnection: false,
    forceNew: true,
    query,
    auth,
    extraHeaders: { ...(cookie && { Cookie: cookie }), ...headers },
  });
  onTestFinished(() => {
    socket.disconnect();
  });
  return socket;
}

/** Connects as this client. Rejects if the server refuses. */
export async function connectAs(client: TestClient, options: SocketOptions = {}): Promise<Socket> {
  return (await connectHearing(client, options)).socket;
}

/** Connects and collects all events from the start. The first events can arrive together with the connection. */
export async function connectHearing(client: TestClient, options: SocketOptions = {}) {
  const socket = openSocket(client.address, { cookie: client.cookie, ...options });
  const heard = heardBy(socket);
  const refused = await refusalOfSocket(socket);
  if (refused) throw refused;
  return { socket, heard };
}

/** Returns the error of a failed handshake, or null after a successful one. */
export async function refusalOfSocket(socket: Socket): Promise<Error | null> {
  if (socket.connected) return null;
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(null));
    socket.once('connect_error', resolve);
  });
}

/** Resolves when the server closes the socket. Rejects after 5 s, long before the server's next check of the session. */
export async function closed(socket: Socket): Promise<void> {
  if (socket.disconnected) return;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The socket is still open.')), 5_000);
    socket.once('disconnect', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Waits for the next event with this name. Returns its payload. */
export async function nextEvent(socket: Socket, name: string): Promise<unknown> {
  return new Promise((resolve) => socket.once(name, resolve));
}

/** Collects all events of a socket from this moment, in order. */
export function heardBy(socket: Socket): { name: string; payload: unknown }[] {
  const heard: { name: string; payload: unknown }[] = [];
  socket.onAny((name: string, payload: unknown) => heard.push({ name, payload }));
  return heard;
}

/** Connects a tab of this client. Returns its socket and the heard events by name. */
export async function liveTab(client: TestClient) {
  const { socket, heard } = await connectHearing(client);
  await expect.poll(() => heard.some(({ name }) => name === 'streamStart')).toBe(true);
  const named = (wanted: string) =>
    heard.flatMap(({ name, payload }) => (name === wanted ? [payload] : []));
  return { socket, named };
}
