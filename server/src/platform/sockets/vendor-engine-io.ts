import type { MemberSocket } from './publish.ts';

/** Private parts of engine.io's connection. `vendor-engine-io.test.ts` fails when they change. */
interface Connection {
  /** Hands the queued packets to the transport. */
  flush(): void;
  transport?: { socket?: { _socket?: { cork(): void; uncork(): void } | null } };
}

const pendingFlush = new Set<Connection>();

/**
 * Joins all packets that a connection gets in one turn of the event loop into one write. Examples are an answer with its
 * receipt, and a message with its unread count. Each write is a system call, which is most of the cost of an event.
 *
 * engine.io has no public way for this. It flushes at once, and `cork` alone splits the first packet from the rest.
 */
export function coalesceWrites({ conn }: MemberSocket): void {
  (conn as unknown as Connection).flush = flushLater;
}

function flushLater(this: Connection): void {
  pendingFlush.add(this);
  if (pendingFlush.size === 1) process.nextTick(flushPending);
}

function flushPending(): void {
  const connections = [...pendingFlush];
  pendingFlush.clear();
  for (const connection of connections) {
    const tcpSocket = connection.transport?.socket?._socket;
    tcpSocket?.cork();
    (Object.getPrototypeOf(connection) as Connection).flush.call(connection);
    tcpSocket?.uncork();
  }
}
