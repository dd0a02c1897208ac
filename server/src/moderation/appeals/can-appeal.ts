import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import type { DecisionRow } from '../decisions/decision.queries.ts';

const DAY_MS = 86_400_000;

/** Whether a decision can be appealed: it stands, it is against somebody, and it is not too old. */
export function isAppealable(ctx: Context, decision: DecisionRow): boolean {
  const isInTime = wallClock() <= appealEnd(ctx, decision).getTime();
  return decision.action !== 'dismiss' && !decision.undone_at && isInTime;
}

/** Until when somebody can appeal against a decision. */
export function appealEnd({ config }: Context, { created_at }: DecisionRow): Date {
  return new Date(created_at.getTime() + config.appealDays * DAY_MS);
}
