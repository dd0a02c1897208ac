import type { NamedUser } from '@roost/contract/users';
import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import type { UnknownAs } from '../user.queries.ts';
import { endOfFirstDays } from './is-new-account.ts';

/**
 * Presents whether the viewer can click the links of a person. Strangers cannot while the account counts as new and nobody has followed
 * it. It reads nothing, because each statement that shows a person has the columns.
 */
export function presentLinksState(
  ctx: MemberContext,
  person: { id: string; unknown_as: UnknownAs },
  isFollowed: boolean,
): Pick<NamedUser, 'linksDisabled'> {
  const { config, viewer } = ctx;
  const isKnown = person.unknown_as === null || isFollowed || person.id === viewer.id;
  if (isKnown || !config.rateLimits || config.newAccountDays === 0) return {};
  const isUnverified = person.unknown_as === 'unverified' && config.emailVerification !== 'off';
  const isYoung = endOfFirstDays(ctx, person.id).getTime() > wallClock();
  return isUnverified || isYoung ? { linksDisabled: true } : {};
}
