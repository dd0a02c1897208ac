import type { Fault } from './fault.ts';
import { clientFaults } from './runs/clients.ts';
import { nodeFaults } from './runs/nodes.ts';
import { processFaults } from './runs/processes.ts';
import { testedFaults } from './runs/tests.ts';

const { soak, ...shortFaults } = processFaults;

/** All runs, in the order in which `npm run faults` takes them. */
export const faults: Record<string, Fault> = {
  ...shortFaults,
  ...clientFaults,
  ...testedFaults,
  ...nodeFaults,
  ...(soak && { soak }),
};
