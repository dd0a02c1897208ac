import type { MemberSocket } from './publish.ts';

type Connection = MemberSocket['conn'];

const counters = new WeakMap<Connection, { packets: number }>();

/** Counts from now on the packets that wait in a connection. A flush hands all of them to the transport. */
export function countQueuedPackets({ conn }: MemberSocket): void {
  // A connection can open its socket again.
  if (counters.has(conn)) return;
  const counter = { packets: 0 };
  counters.set(conn, counter);
  conn.on('packetCreate', () => (counter.packets += 1));
  conn.on('flush', () => (counter.packets = 0));
}

/** The number of packets that wait in the connection of a socket. */
export function queuedPackets({ conn }: MemberSocket): number {
  return counters.get(conn)?.packets ?? 0;
}
