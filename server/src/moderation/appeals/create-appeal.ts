import { AppError } from '@roost/contract/errors';
import { v7 as newId } from 'uuid';
import { openAppealToken } from '../../auth/refusals/appeal-token.ts';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
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
  const decision =
    appealToken === undefined
      ? await findOwn(ctx, decisionId ?? '')
      : await findByToken(ctx, appealToken);
  if (!decision || !isAppealable(ctx, decision))
    throw new AppError('not_found', { message: 'There is no decision to appeal against.' });
  return transaction(ctx, async (tx) => {
    const id = newId();
    const appeal = { id, decisionId: decision.id, personId: decision.person_id, text };
    if (!(await insertAppeal(tx, appeal))) throw new AppError('already_appealed');
    emit(tx, caseChanged, { caseId: decision.case_id });
    return id;
  });
}

async function findOwn(ctx: Context | MemberContext, id: string): Promise<DecisionRow | undefined> {
  if (!('viewer' in ctx)) throw new AppError('unauthenticated');
  const decision = await findDecision(ctx, id);
  return decision?.person_id === ctx.viewer.id ? decision : undefined;
}

async function findByToken(ctx: Context, token: string): Promise<DecisionRow | undefined> {
  const id = openAppealToken(ctx, token);
  return id === null ? undefined : findDecision(ctx, id);
}
