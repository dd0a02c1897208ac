import type { Given } from '../fault.ts';
import type { Load } from '../load.ts';
import type { Outcome } from '../outcome.ts';
import { SingleSite } from '../site.ts';
import { underLoad, type Strike, type Struck } from '../under-load.ts';

/** Runs a fault of one process with its own database. */
export async function onSite(
  given: Given,
  strike: (site: SingleSite, load: Load) => Promise<Struck>,
  { env = {}, ...more }: Partial<Strike<SingleSite>> & { env?: Record<string, string> } = {},
): Promise<Outcome> {
  const site = await SingleSite.start(env);
  try {
    return await underLoad({ site, given, strike: async (load) => strike(site, load), ...more });
  } finally {
    await site.end();
  }
}
