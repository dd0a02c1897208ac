import type { Verdict } from '@roost/contract/moderation';
import { v7 as newId } from 'uuid';
import { assertNotLastAdmin } from '../../auth/policy/change-role.ts';
import type { Context } from '../../kernel/context.ts';
import type { Actor } from '../audit/record-audit.ts';
import { caseNotFound } from '../cases/assert-shown.ts';
import { lockCase } from '../cases/case.queries.ts';
import { lockCaseOf } from '../reports/report.queries.ts';
import { settleCase } from './settle-case.ts';

/**
 * Suspends or bans a person without a report, in this transaction. If the person has no case, it opens one, so that moderators see
 * the decision and the person can appeal. Throws `conflict` for the last admin.
 */
export async function decidePerson(
  tx: Context,
  personId: string,
  verdict: Verdict & { action: 'suspend' | 'ban' },
  actor: Actor,
): Promise<{ id: string; until: Date | null }> {
  await assertNotLastAdmin(tx, personId);
  const subject = { type: 'user', id: personId, personId, conversationId: null } as const;
  const { id } = await lockCaseOf(tx, newId(), subject);
  const found = await lockCase(tx, id);
  if (!found) throw caseNotFound();
  return settleCase(tx, found, verdict, actor);
}
