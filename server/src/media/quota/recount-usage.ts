import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import {
  sumStoredMedia,
  readUsageCounters,
  listMediaOwners,
  listPeopleWithUsage,
  lockUsage,
  setStored,
} from './usage.queries.ts';

const BATCH_SIZE = 50;

/**
 * Recounts the stored media of all people, and corrects wrong counters. During a rolling deploy, nodes of an older version
 * change media without counting them.
 */
export async function recountUsage(ctx: Context): Promise<void> {
  // People with a counter above zero, and people with media. Most are in both lists.
  for (const list of [listPeopleWithUsage, listMediaOwners])
    for (let last: string | null = null; ;) {
      const ids: string[] = await list(ctx, last, BATCH_SIZE);
      for (const id of await listWrong(ctx, ids)) await recountOne(ctx, id);
      last = ids.at(-1) ?? null;
      if (ids.length < BATCH_SIZE) break;
    }
}

async function listWrong(ctx: Context, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const [counted, known] = [await sumStoredMedia(ctx, ids), await readUsageCounters(ctx, ids)];
  return ids.filter((id) => {
    const [is, was] = [counted.get(id), known.get(id)];
    return (
      (is?.storedBytes ?? 0) !== (was?.storedBytes ?? 0) ||
      (is?.unattached ?? 0) !== (was?.unattached ?? 0)
    );
  });
}

/** Every change of a person's media updates their row in the same transaction. So nothing changes while the row is locked. */
async function recountOne(ctx: Context, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockUsage(tx, id);
    const counted = await sumStoredMedia(tx, [id]);
    await setStored(tx, id, counted.get(id) ?? { storedBytes: 0, unattached: 0 });
  });
}
