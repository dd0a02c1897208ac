import { authorize } from '../auth/policy/authorize.ts';
import type { Action } from '../auth/policy/policy.ts';
import type { MemberContext } from '../kernel/context.ts';
import { transaction } from '../platform/database/transaction.ts';

/** Runs an act of the viewer in a transaction, if the policy allows it. `targetId` is the person whom it concerns. */
export async function asAdmin<Result>(
  ctx: MemberContext,
  action: Action,
  act: (tx: MemberContext) => Promise<Result>,
  targetId?: string,
): Promise<Result> {
  return transaction(ctx, async (tx) => {
    await authorize(tx, action, targetId);
    return act(tx);
  });
}
