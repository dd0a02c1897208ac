import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished } from 'vitest';
import type { Visitor } from './visitor.ts';

export interface SocketOptions {
  cookie?: string | undefined;
  headers?: Record<string, string>;
  transports?: string[];
  namespace?: string;
  query?: Record<string, string>;
  auth?: Record<string, unknown>;
}

/** A socket to the application, not yet connected; closed when the test is over. */
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

/** Connects as this visitor; rejects when refused. */
export async function connectAs(visitor: Visitor, options: SocketOptions = {}): Promise<Socket> {
  return (await connectHearing(visitor, options)).socket;
}

/** The same, with everything the socket is sent, the very first of it too: that can come in one go with the connection. */
export async function connectHearing(visitor: Visitor, options: SocketOptions = {}) {
  const socket = openSocket(visitor.address, { cookie: visitor.cookie, ...options });
  const heard = heardBy(socket);
  const refused = await refusalOfSocket(socket);
  if (refused) throw refused;
  return { socket, heard };
}

/** Why the handshake failed, or null when the socket is connected. */
export async function refusalOfSocket(socket: Socket): Promise<Error | null> {
  if (socket.connected) return null;
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(null));
    socket.once('connect_error', resolve);
  });
}

/** Resolves once the server has closed the socket; rejects after 5 s, far sooner than its next look at the session. */
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

/** The payload of the next event of this name. */
export async function nextEvent(socket: Socket, name: string): Promise<unknown> {
  return new Promise((resolve) => socket.once(name, resolve));
}

/** Everything a socket is sent from the moment this is called, in order. */
export function heardBy(socket: Socket): { name: string; payload: unknown }[] {
  const heard: { name: string; payload: unknown }[] = [];
  socket.onAny((name: string, payload: unknown) => heard.push({ name, payload }));
  return heard;
}

/** A tab of this visitor's, live: its socket, and what it has heard by name. */
export async function liveTab(visitor: Visitor) {
  const { socket, heard } = await connectHearing(visitor);
  await expect.poll(() => heard.some(({ name }) => name === 'streamStart')).toBe(true);
  const named = (wanted: string) =>
    heard.flatMap(({ name, payload }) => (name === wanted ? [payload] : []));
  return { socket, named };
}
