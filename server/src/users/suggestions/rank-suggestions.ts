import type { Context } from '../../kernel/context.ts';
import {
  countFollowers,
  findCandidates,
  findExcluded,
  type Candidate,
} from './suggestion.queries.ts';

/** The most candidates whose followers are counted. */
const MAX_COUNTED_CANDIDATES = 400;

const bySourceAndScore = (one: Candidate, other: Candidate) =>
  one.source - other.source || other.score - one.score;

/**
 * Lists the ids of people whom the viewer may want to follow, the best first. The sources, in order: people followed by
 * those whom the viewer follows, the viewer's followers, authors of the newest public posts, and the newest members. Leaves
 * out the viewer, followed people, blocked people, muted people, dismissed people and people who are not discoverable. Hidden
 * follows do not count.
 */
export async function rankSuggestions(
  ctx: Context,
  viewerId: string,
  limit: number,
): Promise<string[]> {
  const candidates = await findCandidates(ctx, viewerId);
  if (candidates.length === 0) return [];
  const excluded = await findExcluded(
    ctx,
    viewerId,
    candidates.map(({ id }) => id),
  );
  const best = candidates
    .filter(({ id }) => !excluded.has(id))
    .toSorted(bySourceAndScore)
    .slice(0, MAX_COUNTED_CANDIDATES);
  if (best.length === 0) return [];
  const followers = await countFollowers(
    ctx,
    best.map(({ id }) => id),
  );
  return best
    .toSorted(
      (one, other) =>
        bySourceAndScore(one, other) ||
        (followers.get(other.id) ?? 0) - (followers.get(one.id) ?? 0) ||
        (one.id < other.id ? 1 : -1),
    )
    .slice(0, limit)
    .map(({ id }) => id);
}
