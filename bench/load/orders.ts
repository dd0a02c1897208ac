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
  /** Keeps what will be asked for under a name. */
  learn: (order: { name: string; address: string; turns: Turn[] }) => { turns: number };
  /**
   * Asks for what was learned, so many clients at once, each going on with the next turn once it is through with one, and
   * from where the last order ended. It takes so many seconds, or longer, until there were `least` requests. Fails where
   * an answer is refused or makes no sense.
   */
  ask: (order: { name: string; clients: number; seconds: number; least?: number }) => Asked;
  /** Processor time of the driver itself. */
  usage: (order: Record<never, never>) => { cpu: number };
}

/** What a server that is measured can be told. */
export interface Probing {
  collect: (order: Record<never, never>) => null;
  /** How many statements it has sent to its database. */
  statements: (order: Record<never, never>) => number;
  beginProfile: (order: Record<never, never>) => null;
  endProfile: (order: { file: string }) => null;
}

/** Requests of one person that belong together, such as a like and its being taken back. */
export interface Turn {
  cookie: string;
  steps: Step[];
}

export interface Step {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Of a form, by name. */
  form?: Record<string, string>;
  expect: Expectation;
}

/** What makes an answer a plausible one: a list of some length, or a value, where the path (`data.posts`) leads. */
export interface Expectation {
  status: number;
  at: string;
  least?: number;
  is?: boolean | string;
}

export interface Asked {
  requests: number;
  seconds: number;
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
