import type { Turn } from '../load/orders.ts';
import type { World } from './world.ts';

/** Something people ask for, and what we want it to cost. */
export interface RequestKind {
  measure: string;
  /** Milliseconds of processor, of server and database together. */
  aim: number;
  /** It changes something: what follows from it, jobs included, is waited for and counted. */
  writes?: true;
  turns(world: World): Turn[] | Promise<Turn[]>;
}

/** Different requests of each kind, where there are as many. */
export const TURNS = 4_000;
