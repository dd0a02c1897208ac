import { holdUsername } from '../../auth/held-usernames.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { deleteOwnRows } from './erase-rows.queries.ts';
import {
  deleteAccount,
  deleteClosing,
  emptySandboxBuyer,
  emptyUser,
  findErased,
} from './erasure.queries.ts';

/** Deletes the account and empties the row of the person, in one transaction. After it, the erasure is complete. */
export async function finishErasure(ctx: MemberContext): Promise<void> {
  const { id } = ctx.viewer;
  await transaction(ctx, async (tx) => {
    // First, because Citus refuses changes of a table with a copy on every node after a statement on all shards.
    await emptySandboxBuyer(tx, id);
    const account = await findErased(tx, id);
    if (account) {
      await holdUsername(tx, account.username);
      await deleteAccount(tx, id, account);
    }
    // Somebody who failed to sign in as this person may have left rows since the step before.
    await deleteOwnRows(tx, id);
    await emptyUser(tx, id);
    await deleteClosing(tx, id);
  });
}
