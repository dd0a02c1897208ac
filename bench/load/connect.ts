import { io, type Socket } from 'socket.io-client';
import type { Member } from '../member.ts';

const CONCURRENT_HANDSHAKES = 50;

/** The open sockets of this process, by person. */
export const sockets = new Map<string, Socket>();

export async function connect({ address, people }: { address: string; people: Member[] }) {
  const waiting = [...people];
  const connectAll = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      sockets.set(next.id, await open(address, next));
  };
  await Promise.all(Array.from({ length: CONCURRENT_HANDSHAKES }, connectAll));
  return { sockets: sockets.size };
}

/** Resolves when the socket receives every later event. */
async function open(address: string, { id, cookie }: Member): Promise<Socket> {
  const socket = io(address, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { userId: id },
    extraHeaders: { Cookie: cookie },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('streamStart', () => resolve());
    socket.once('connect_error', reject);
  });
  socket.once('disconnect', (why) => {
    // A lost socket invalidates every later measurement.
    console.error(`a socket was closed: ${why}`);
    process.exit(1);
  });
  return socket;
}
