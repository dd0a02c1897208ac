import type { PersonHistory } from '@roost/contract/moderation';
import type { Context } from '../../kernel/context.ts';
import { countReports } from '../cases/case.queries.ts';
import { listDecisionsAbout, listMeasures } from '../decisions/decision.queries.ts';
import { presentDecisions } from '../decisions/present-decisions.ts';
import { findHistory } from './people.queries.ts';

/** The facts about a person that the staff sees. Null for an unknown one, as after an erasure. */
export async function historyOf(ctx: Context, personId: string): Promise<PersonHistory | null> {
  const history = await findHistory(ctx, personId);
  if (!history) return null;
  const { about, by } = await countReports(ctx, personId);
  const measures = await listMeasures(ctx, personId);
  return {
    role: history.role,
    joinedAt: history.joined_at.toISOString(),
    posts: history.posts,
    followers: history.followers,
    reports: about,
    ownReports: by,
    measures: measures.map(({ action, until }) => ({
      action,
      until: until?.toISOString() ?? null,
    })),
    decisions: await presentDecisions(ctx, await listDecisionsAbout(ctx, personId)),
  };
}
