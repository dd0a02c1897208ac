import { AppError } from '@roost/contract/errors';
import { v7 as newId } from 'uuid';
import { authorize } from '../../auth/policy/authorize.ts';
import { openAppealToken } from '../../auth/refusals/appeal-token.ts';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { lockCase } from '../cases/case.queries.ts';
import { findDecision, type DecisionRow } from '../decisions/decision.queries.ts';
import { caseChanged } from '../moderation.events.ts';
import { insertAppeal } from './appeal.queries.ts';
import { isAppealable } from './can-appeal.ts';

export interface AppealInput {
  decisionId?: string | undefined;
  appealToken?: string | undefined;
  text: string;
}

/**
 * Appeals against a decision about the viewer, or about the holder of a token. Throws `already_appealed` for a second appeal, and
 * `not_found` for a decision that cannot be appealed.
 */
export async function createAppeal(
  ctx: Context | MemberContext,
  { decisionId, appealToken, text }: AppealInput,
): Promise<string> {
  return transaction(ctx, async (tx) => {
    const found =
      appealToken === undefined
        ? await findOwn(tx, decisionId ?? '')
        : await findByToken(tx, appealToken);
    // The lock keeps the decision as it is: a newer decision or a purge comes before the appeal, or after it.
    if (found) await lockCase(tx, found.case_id);
    const decision = found && (await findDecision(tx, found.id));
    if (!decision || !isAppealable(tx, decision))
      throw new AppError('not_found', { message: 'There is no decision to appeal against.' });
    const id = newId();
    const appeal = { id, decisionId: decision.id, personId: decision.person_id, text };
    if (!(await insertAppeal(tx, appeal))) throw new AppError('already_appealed');
    emit(tx, caseChanged, { caseId: decision.case_id });
    return id;
  });
}

async function findOwn(tx: Context | MemberContext, id: string): Promise<DecisionRow | undefined> {
  if (!('viewer' in tx)) throw new AppError('unauthenticated');
  await authorize(tx, 'createAppeal');
  const decision = await findDecision(tx, id);
  return decision?.person_id === tx.viewer.id ? decision : undefined;
}

/** The token stands for a session: whoever holds it may appeal against its decision. */
async function findByToken(tx: Context, token: string): Promise<DecisionRow | undefined> {
  const id = openAppealToken(tx, token);
  return id === null ? undefined : findDecision(tx, id);
}
