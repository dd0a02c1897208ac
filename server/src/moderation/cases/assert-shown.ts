import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { concealedFrom } from '../people/staff.ts';
import type { CaseRow } from './case.queries.ts';

export const caseNotFound = () => new AppError('not_found', { message: 'Case not found.' });

/** Returns a case. Throws `not_found` if there is none, or if it does not exist for the viewer. */
export async function assertShown(
  ctx: MemberContext,
  found: CaseRow | undefined,
): Promise<CaseRow> {
  if (!found || (await concealedFrom(ctx)).includes(found.person_id)) throw caseNotFound();
  return found;
}
