import type { RunOptions } from '../fault.ts';
import type { Load } from '../load.ts';
import type { Outcome } from '../outcome.ts';
import { SingleSite } from '../site.ts';
import { underLoad, type Injection, type FaultResult } from '../under-load.ts';

/** Runs a fault of one process with the built-in database. */
export async function onSite(
  given: RunOptions,
  inject: (site: SingleSite, load: Load) => Promise<FaultResult>,
  { env = {}, ...more }: Partial<Injection<SingleSite>> & { env?: Record<string, string> } = {},
): Promise<Outcome> {
  const site = await SingleSite.start(env);
  try {
    return await underLoad({ site, given, inject: async (load) => inject(site, load), ...more });
  } finally {
    await site.end();
  }
}
