import type { MemberContext } from '../../kernel/context.ts';
import { assertEmailVerifiedForFactors } from '../addresses/assert-email-verified.ts';
import { authorize } from '../policy/authorize.ts';

/** Throws if the viewer may not add a factor now: without a recent proof, with an unverified address, or after an undo. */
export async function authorizeNewFactor(tx: MemberContext): Promise<void> {
  await authorize(tx, 'changeSecondFactor');
  await assertEmailVerifiedForFactors(tx);
}
