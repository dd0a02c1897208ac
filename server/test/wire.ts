import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import type { Visitor } from './visitor.ts';

export interface SocketOptions {
  cookie?: string | undefined;
  headers?: Record<string, string>;
  transports?: string[];
  namespace?: string;
  query?: Record<string, string>;
}

/** A socket to the application, not yet connected; closed when the test is over. */
export function openSocket(address: string, options: SocketOptions = {}): Socket {
  const { cookie, headers = {}, transports = ['websocket'], namespace = '', query = {} } = options;
  const socket = io(`${address}${namespace}`, {
    transports,
    reconnection: false,
    forceNew: true,
    query,
    extraHeaders: { ...(cookie && { Cookie: cookie }), ...headers },
  });
  onTestFinished(() => {
    socket.disconnect();
  });
  return socket;
}

/** Connects as this visitor; rejects when refused. */
export async function connectAs(visitor: Visitor, options: SocketOptions = {}): Promise<Socket> {
  const socket = openSocket(visitor.address, { cookie: visitor.cookie, ...options });
  const refused = await refusalOfSocket(socket);
  if (refused) throw refused;
  return socket;
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
