import type { Role } from '@roost/contract/users';
import type { Context } from '../../kernel/context.ts';
import { timeOf } from '../../lib/id-times.ts';
import { wallClock } from '../../lib/wall-clock.ts';

const DAY_MS = 86_400_000;

/** Returns the end of the first days of an account. The id of an account has its creation time. */
export function endOfFirstDays({ config }: Pick<Context, 'config'>, userId: string): Date {
  return new Date(timeOf(userId) + config.newAccountDays * DAY_MS);
}

interface Account {
  id: string;
  role: Role;
  may_count_as_new: boolean;
  is_verified: boolean;
}

/** Whether an account counts as new: `findNewness` of its owner would return something. */
export function isNewAccount(ctx: Pick<Context, 'config'>, account: Account): boolean {
  const { newAccountDays, rateLimits, emailVerification } = ctx.config;
  if (!rateLimits || newAccountDays === 0 || account.role !== 'member') return false;
  const isYoung = endOfFirstDays(ctx, account.id).getTime() > wallClock();
  const needsVerification = emailVerification !== 'off' && !account.is_verified;
  return account.may_count_as_new && (isYoung || needsVerification);
}
