import type { RequestSequence } from '../load/orders.ts';
import type { World } from './world.ts';

/** A kind of request, and the target for its cost. `measure` is its name in the report. */
export interface RequestKind {
  measure: string;
  /** Milliseconds of processor time, server and database together. */
  aim: number;
  /** The request writes. The measurement includes the jobs that follow from it. */
  writes?: true;
  /** Each person sends it once, because the second time costs less. So no round repeats a request of the warm-up. */
  isOnce?: true;
  /** Draws the requests to send. */
  sequences(world: World): RequestSequence[] | Promise<RequestSequence[]>;
}

/** The number of different requests of each kind, or fewer in a small network. */
export const DIFFERENT_REQUESTS = 4_000;
