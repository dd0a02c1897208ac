import type { Member, Pair } from '../people.ts';

/** What a driver can be told to do, and what it answers. */
export interface Orders {
  /** Opens a socket for each of these people and waits until all are taken up. */
  connect: (order: { address: string; people: Member[] }) => { sockets: number };
  /**
   * Has pairs write to each other, both ways in turn. With a `rate` (a second, of all together) each message goes out
   * when it is due, whatever became of those before; without, each person writes as soon as the last was delivered.
   */
  converse: (order: { pairs: Pair[]; rate: number | null; seconds: number }) => Conversed;
  /** Processor time of the driver itself. */
  usage: (order: Record<never, never>) => { cpu: number };
}

export interface Conversed {
  sent: number;
  delivered: number;
  refused: number;
  /** From the first due to the last delivered. */
  seconds: number;
  /** Milliseconds from when each was due to when the other had it. */
  latencies: number[];
}

export type OrderName = keyof Orders;
