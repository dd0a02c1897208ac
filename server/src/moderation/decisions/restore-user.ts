import { authorize } from '../../auth/policy/authorize.ts';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { recordAuditBy, type Actor } from '../audit/record-audit.ts';
import { endHoldsOf } from '../holds/hold.queries.ts';
import { applyToPerson } from './apply-to-person.ts';
import { hasEffect, undoStandingAbout } from './decision.queries.ts';
import { queueDecisionMail } from './queue-decision-mail.ts';

/** Undoes every limit, suspension and ban of a person, as the viewer. Returns the ids of the decisions. */
export async function restoreUser(
  ctx: MemberContext,
  userId: string,
  message: string,
): Promise<string[]> {
  return transaction(ctx, async (tx) => {
    await authorize(tx, 'restoreUser', userId);
    return (await undoMeasures(tx, userId, message, { staffId: tx.viewer.id })).decisions;
  });
}

/**
 * The same for anybody who may, in this transaction. Returns the decisions, and whether the site held the person. A repeated call undoes
 * nothing more.
 */
export async function undoMeasures(
  tx: Context,
  userId: string,
  message: string,
  actor: Actor,
): Promise<{ decisions: string[]; wasHeld: boolean }> {
  const undone = await undoStandingAbout(tx, userId, 'restore');
  const wasHeld = await endHoldsOf(tx, userId);
  if (undone.length === 0 && !wasHeld) return { decisions: [], wasHeld };
  await applyToPerson(tx, userId);
  const decisions = undone.map(({ id }) => id);
  await recordAuditBy(tx, actor, {
    action: 'user.restored',
    subject: { type: 'user', id: userId },
    personId: userId,
    before: { decisions, actions: undone.map(({ action }) => action), isHeld: wasHeld },
  });
  // A person does not learn of a hold, so only the end of a decision causes a mail.
  // A measure that was over has not ended now.
  const last = undone.findLast(hasEffect);
  if (last) await queueDecisionMail(tx, last.id, { message });
  return { decisions, wasHeld };
}
