import type { Context } from '../../kernel/context.ts';
import * as queries from './reseal.queries.ts';
import { resealSecret } from './second-factor.ts';

const ROWS_PER_BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Encrypts all stored secrets of authenticator apps with the current key, some rows at a time. Returns how many had an older
 * key. A dry run only counts them. It can run again after an interruption.
 */
export async function resealSecrets(ctx: Context, isDryRun = false): Promise<number> {
  if (isDryRun) return pass(ctx, true);
  let count = 0;
  // A person may confirm, replace or restore an app during a pass, which moves its secret behind the pass.
  for (let emptyPasses = 0; emptyPasses < 2;) {
    const found = await pass(ctx, false);
    count += found;
    emptyPasses = found === 0 ? emptyPasses + 1 : 0;
  }
  return count;
}

async function pass(ctx: Context, isDryRun: boolean): Promise<number> {
  return (await resealApps(ctx, isDryRun)) + (await resealFormerApps(ctx, isDryRun));
}

async function resealApps(ctx: Context, isDryRun: boolean): Promise<number> {
  let count = 0;
  for (let after = FIRST_ID; ;) {
    const rows = await queries.listSealedSecrets(ctx, after, ROWS_PER_BATCH);
    for (const row of rows)
      for (const column of ['secret', 'pending_secret'] as const) {
        const resealed = row[column] && resealSecret(ctx, row.user_id, row[column]);
        if (!row[column] || !resealed) continue;
        count += 1;
        if (!isDryRun)
          await queries.replaceSecret(ctx, row.user_id, column, [row[column], resealed]);
      }
    if (rows.length < ROWS_PER_BATCH) return count;
    after = rows.at(-1)?.user_id ?? after;
  }
}

async function resealFormerApps(ctx: Context, isDryRun: boolean): Promise<number> {
  let count = 0;
  for (let after = { userId: FIRST_ID, enabledAt: new Date(0) }; ;) {
    const rows = await queries.listFormerSecrets(ctx, after, ROWS_PER_BATCH);
    for (const { user_id, secret } of rows) {
      const resealed = resealSecret(ctx, user_id, secret);
      if (!resealed) continue;
      count += 1;
      if (!isDryRun) await queries.replaceFormerSecret(ctx, user_id, [secret, resealed]);
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_BATCH) return count;
    after = { userId: last.user_id, enabledAt: last.enabled_at };
  }
}
