import type { Fault } from './fault.ts';
import { nodeFaults } from './runs/nodes.ts';
import { processFaults } from './runs/processes.ts';

/** All runs, in the order in which `npm run faults` takes them. */
export const faults: Record<string, Fault> = {
  ...processFaults,
  ...nodeFaults,
};
