import * as queries from './reseal.queries.ts';
import { resealSecret, type SecretsContext } from './second-factor.ts';
import { MIN_ID } from '../../platform/database/id-bounds.ts';

const ROWS_PER_BATCH = 500;
export interface ResealCounts {
  /** Had an older key. */
  resealed: number;
  /** No key opens them, such as after a restore without the keys. They stay as they are. */
  unreadable: number;
}

/**
 * Encrypts all stored secrets of authenticator apps with the current key, some rows at a time. A dry run only counts them. It can run
 * again after an interruption.
 */
export async function resealSecrets(ctx: SecretsContext, isDryRun = false): Promise<ResealCounts> {
  if (isDryRun) return pass(ctx, true);
  let resealed = 0;
  let unreadable = 0;
  // A person may confirm, replace or restore an app during a pass, which moves its secret behind the pass.
  for (let emptyPasses = 0; emptyPasses < 2;) {
    const found = await pass(ctx, false);
    resealed += found.resealed;
    ({ unreadable } = found);
    emptyPasses = found.resealed === 0 ? emptyPasses + 1 : 0;
  }
  return { resealed, unreadable };
}

async function pass(ctx: SecretsContext, isDryRun: boolean): Promise<ResealCounts> {
  const counts = { resealed: 0, unreadable: 0 };
  const reseal: Reseal = async (userId, secret, replace) => {
    const resealed = secret && resealSecret(ctx, userId, secret);
    if (!secret || !resealed) return;
    if (resealed === 'unreadable') {
      counts.unreadable += 1;
      return;
    }
    counts.resealed += 1;
    if (!isDryRun) await replace([secret, resealed]);
  };
  await resealApps(ctx, reseal);
  await resealFormerApps(ctx, reseal);
  return counts;
}

/** Looks at one secret of a person. `replace` gets the stored bytes and the new ones. */
type Reseal = (
  userId: string,
  secret: Buffer | null,
  replace: (secrets: readonly [Buffer, Buffer]) => Promise<void>,
) => Promise<void>;

async function resealApps(ctx: SecretsContext, reseal: Reseal): Promise<void> {
  for (let after = MIN_ID; ;) {
    const rows = await queries.listSealedSecrets(ctx, after, ROWS_PER_BATCH);
    for (const row of rows)
      for (const column of ['secret', 'pending_secret'] as const)
        await reseal(row.user_id, row[column], async (secrets) =>
          queries.replaceSecret(ctx, row.user_id, column, secrets),
        );
    if (rows.length < ROWS_PER_BATCH) return;
    after = rows.at(-1)?.user_id ?? after;
  }
}

async function resealFormerApps(ctx: SecretsContext, reseal: Reseal): Promise<void> {
  for (let after = { userId: MIN_ID, enabledAt: new Date(0) }; ;) {
    const rows = await queries.listFormerSecrets(ctx, after, ROWS_PER_BATCH);
    for (const { user_id, secret } of rows)
      await reseal(user_id, secret, async (secrets) =>
        queries.replaceFormerSecret(ctx, user_id, secrets),
      );
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_BATCH) return;
    after = { userId: last.user_id, enabledAt: last.enabled_at };
  }
}
