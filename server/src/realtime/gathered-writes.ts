import type { MemberSocket } from './publish.ts';

/** Of the library's connection, what is taken hold of here. */
interface Connection {
  /** Hands on what waits to be written. */
  flush(): void;
  transport?: { socket?: { _socket?: { cork(): void; uncork(): void } | null } };
}

const due = new Set<Connection>();

/**
 * Has what a connection is told in one turn leave in one write: an answer with its receipt, a message with its count. Each
 * write is a call of the system, which is most of what it costs to tell somebody something.
 */
export function gatherWrites({ conn }: MemberSocket): void {
  (conn as unknown as Connection).flush = flushLater;
}

function flushLater(this: Connection): void {
  due.add(this);
  if (due.size === 1) process.nextTick(flushDue);
}

function flushDue(): void {
  const connections = [...due];
  due.clear();
  for (const connection of connections) {
    const wire = connection.transport?.socket?._socket;
    wire?.cork();
    (Object.getPrototypeOf(connection) as Connection).flush.call(connection);
    wire?.uncork();
  }
}
