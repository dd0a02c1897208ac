import type { CaseSignal, CaseSignals } from '@roost/contract/moderation';
import type { Context } from '../../kernel/context.ts';
import { isNewAccount } from '../../users/new-accounts/is-new-account.ts';
import {
  findSpread,
  MAX_SIGHTINGS,
  type TextSpread,
} from '../../users/repeated-texts/repeated-text.queries.ts';
import type { CaseRow } from '../cases/case.queries.ts';
import { listHolds } from '../holds/hold.queries.ts';
import { countRegistrations, findStandings, type AccountStanding } from './signal.queries.ts';

/** Finds what speaks for spam in these cases. Sends four statements for any number of cases. */
export async function findSignals(
  ctx: Context,
  cases: CaseRow[],
): Promise<(row: CaseRow) => CaseSignals> {
  const fingerprints = cases.flatMap(({ fingerprint }) => fingerprint ?? []);
  const [holds, standings, spreads] = await Promise.all([
    listHolds(
      ctx,
      cases.map(({ id }) => id),
    ),
    findStandings(ctx, [...new Set(cases.map(({ person_id }) => person_id))]),
    findSpread(ctx, fingerprints),
  ]);
  const networks = [...new Set(standings.flatMap(({ network }) => network ?? []))];
  const counted = await countRegistrations(ctx, networks);
  const found = {
    holds: new Map(holds.map(({ case_id, until }) => [case_id, until])),
    standings: new Map(standings.map((each) => [each.id, each])),
    spreads: new Map(spreads.map((each) => [each.fingerprint.toString('hex'), each])),
    counts: new Map(counted.map(({ network, count }) => [network, count])),
  };
  return (row) => {
    const standing = found.standings.get(row.person_id);
    const others = (found.counts.get(standing?.network ?? '') ?? 1) - 1;
    return {
      heldUntil: found.holds.get(row.id)?.toISOString() ?? null,
      ...newnessOf(ctx, standing),
      links: row.link_count,
      text: presentSpread(found.spreads.get(row.fingerprint?.toString('hex') ?? '')),
      network: others > 0 ? { accounts: Math.min(others, MAX_SIGHTINGS) } : null,
    };
  };
}

function newnessOf(ctx: Context, standing: AccountStanding | undefined) {
  if (!standing) return { isNew: false, isUnverified: false };
  return {
    isNew: isNewAccount(ctx, standing),
    isUnverified: ctx.config.emailVerification !== 'off' && !standing.is_verified,
  };
}

/** A text that somebody wrote once is no signal. */
function presentSpread(spread: TextSpread | undefined): CaseSignals['text'] {
  if (!spread || spread.times < 2) return null;
  return {
    times: spread.times,
    accounts: spread.accounts,
    newAccounts: spread.new_accounts,
    firstAt: spread.first_at.toISOString(),
    lastAt: spread.last_at.toISOString(),
  };
}

/** The short form of signals, for the list of cases. */
export function namesOf(signals: CaseSignals): CaseSignal[] {
  const names: Record<CaseSignal, boolean> = {
    held: signals.heldUntil !== null,
    newAccount: signals.isNew,
    unverified: signals.isUnverified,
    sameText: signals.text !== null,
    sameNetwork: signals.network !== null,
    links: signals.links > 0,
  };
  return (Object.keys(names) as CaseSignal[]).filter((name) => names[name]);
}
