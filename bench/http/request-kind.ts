import type { Turn } from '../load/orders.ts';
import type { World } from './world.ts';

/** A kind of request, and the target for its cost. */
export interface RequestKind {
  measure: string;
  /** Milliseconds of processor time, server and database together. */
  aim: number;
  /** The request writes. The measurement includes the jobs that follow from it. */
  writes?: true;
  turns(world: World): Turn[] | Promise<Turn[]>;
}

/** The number of different requests of each kind, if the network has as many. */
export const TURNS = 4_000;
