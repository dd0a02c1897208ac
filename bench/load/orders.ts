import type { Member, Pair } from '../member.ts';

/** The orders that the load driver accepts, with their results. */
export interface Orders {
  /** Opens a socket for each of these people and waits until the server has accepted all of them. */
  connect: (order: { address: string; people: Member[] }) => { sockets: number };
  /**
   * Sends messages between the two people of each pair, in alternating directions. `rate` is the total of messages per
   * second. Each message leaves at its due time, even if earlier ones are late. Without a rate, each person writes as soon
   * as the other has their last message.
   */
  converse: (order: { pairs: Pair[]; rate: number | null; seconds: number }) => Conversed;
  /** Stores a list of request sequences under a name. Returns how many there are. */
  learn: (order: { name: string; address: string; sequences: RequestSequence[] }) => {
    sequences: number;
  };
  /**
   * Sends the stored requests with this many concurrent clients. Continues where the last order ended. Runs for `seconds`,
   * or longer until it has sent `least` requests. Fails on a refused or implausible answer.
   */
  ask: (order: { name: string; clients: number; seconds: number; least?: number }) => Asked;
  /** Processor time of the driver itself. */
  usage: (order: Record<never, never>) => { cpu: number };
}

/** The orders that the probe inside the measured server accepts. */
export interface Probing {
  collect: (order: Record<never, never>) => null;
  /** The number of statements that the server has sent to its database. */
  statements: (order: Record<never, never>) => number;
  beginProfile: (order: Record<never, never>) => null;
  endProfile: (order: { file: string }) => null;
}

/** Requests of one person that must follow each other, such as a like and an unlike. */
export interface RequestSequence {
  cookie: string;
  steps: Step[];
}

export interface Step {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Fields of a form, by name. */
  form?: Record<string, string>;
  expect: Expectation;
}

/**
 * The check of an answer. The path `at` (such as `data.posts`) must lead to a list of at least `least` items, or to the value
 * `is`. Without both, any value is right.
 */
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
  /** Seconds from the first due time to the last delivery. */
  seconds: number;
  /** Milliseconds from each message's due time to its delivery. */
  latencies: number[];
}

export type OrderName = keyof Orders;
