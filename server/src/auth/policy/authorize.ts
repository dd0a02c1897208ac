import { AppError } from '@roost/contract/errors';
import { hasRole, type Role } from '@roost/contract/users';
import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { findAccountById, lockAccount } from '../account.queries.ts';
import { findProofMethods } from '../reauth/proof-methods.ts';
import { assertNoResetRequired } from '../reset/assert-no-reset-required.ts';
import { assertStaffFactor } from './staff-factor.ts';
import { policy, type Action, type Rule } from './policy.ts';
import { findProof, holdRole, lockAdmins } from './policy.queries.ts';

/**
 * Checks that the viewer may do something, and to this person. Call it first inside the transaction of the action. It holds the
 * roles of both until the end, so a concurrent change of a role cannot slip in between. For an action of every member, it sends
 * no statement.
 *
 * Throws `not_found` if the viewer's role is too low or the person does not exist. Throws `second_factor_needed` if the role
 * needs an app, `reauth_required` without a recent proof, and `reset_required` after an undo. Throws `forbidden` or `self_action`
 * if the person is out of reach.
 */
export async function authorize(
  tx: MemberContext,
  action: Action,
  targetId?: string,
): Promise<void> {
  const rule: Rule = policy[action];
  // Everybody with a session is a member.
  if (rule.by === 'member' && !rule.needsProof && !rule.on) return;
  // The lock comes before the checks: a change waits for an undo at the same time, and then finds that its session has ended.
  const account = rule.needsProof && (await lockAccount(tx, tx.viewer.id));
  if (rule.canRemoveAdmin) await lockAdmins(tx);
  const role = await holdRole(tx, tx.viewer.id);
  // The endpoint acts like an unknown path for everybody else.
  if (!role || !hasRole(role, rule.by)) throw new AppError('not_found');
  if (rule.by !== 'member') await assertStaffFactor(tx, tx.viewer.id);
  if (account) {
    await requireProof(tx);
    assertNoResetRequired(account);
  }
  if (rule.on && targetId !== undefined) await requireReach(tx, role, targetId);
}

/** The refusal names the ways, so that the dialog asks for the right one at once. */
async function requireProof(tx: MemberContext): Promise<void> {
  const provedAt = await findProof(tx, Buffer.from(tx.viewer.tokenHash, 'base64'));
  const since = wallClock() - tx.config.reauthMinutes * 60_000;
  if (provedAt && provedAt.getTime() >= since) return;
  const hasTotp = (await findAccountById(tx, tx.viewer.id))?.has_totp ?? false;
  const methods = await findProofMethods(tx, hasTotp);
  throw new AppError('reauth_required', { details: { methods } });
}

async function requireReach(tx: MemberContext, role: Role, targetId: string): Promise<void> {
  if (targetId === tx.viewer.id) throw new AppError('self_action');
  const target = await holdRole(tx, targetId);
  if (!target) throw new AppError('not_found', { message: 'User not found.' });
  if (role !== 'admin' && target !== 'member') throw new AppError('forbidden');
}
