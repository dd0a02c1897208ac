import { lockAccount } from '../../auth/account.queries.ts';
import { hidingChanged } from '../../auth/auth.events.ts';
import { refuseSessions } from '../../auth/sessions/end-sessions.ts';
import type { Context } from '../../kernel/context.ts';
import { emit } from '../../platform/database/transaction.ts';
import { queueRanking } from '../../search/rank-hashtags.ts';
import { findStandingMeasures } from './decision.queries.ts';
import { setHidden, setLimited } from './measure.queries.ts';

/**
 * Makes a person as hidden and as limited as the standing decisions of all cases about them say. A person who is hidden now loses
 * all sessions. The lock of the account keeps a concurrent sign-in from opening another one.
 */
export async function applyToPerson(tx: Context, personId: string): Promise<void> {
  // An erased person is hidden already.
  if (!(await lockAccount(tx, personId))) return;
  const measures = await findStandingMeasures(tx, personId);
  const endOf = (action: string) => measures.find((each) => each.action === action)?.until;
  const [suspendedUntil, bannedUntil] = [endOf('suspend'), endOf('ban')];
  const changes = [
    await setHidden(tx, personId, 'suspended', suspendedUntil),
    await setHidden(tx, personId, 'banned', bannedUntil),
  ];
  if (bannedUntil !== undefined)
    await refuseSessions(tx, personId, { code: 'banned', until: null });
  else if (suspendedUntil !== undefined)
    await refuseSessions(tx, personId, {
      code: 'suspended',
      until: timeOf(suspendedUntil)?.toISOString() ?? null,
    });
  await setLimited(tx, personId, endOf('limit'));
  if (changes.includes(true))
    emit(tx, hidingChanged, { userId: personId, until: timeOf(suspendedUntil) });
  // A limit changes the trends, too.
  else await queueRanking(tx);
}

/** Reads a time as PostgreSQL writes it. Null for no time and for `infinity`. */
function timeOf(text: string | undefined): Date | null {
  return text === undefined || text === 'infinity' ? null : new Date(text);
}
