import type { MemberContext } from '../context.ts';
import { unpackIds } from './packed-ids.ts';
import { tailAfter } from './tail.ts';
import { lengthOf, type Visit } from './visits.ts';

/** Where a page of the feed ended. */
export interface Place {
  /** The visit. */
  v: string;
  /** How many of its list were passed. */
  p: number;
  /** The last post itself: what the list goes on after, once it is through. */
  id: string;
}

/** What stands in a visit after a place: the rest of its list, and from there on everything else, by time. */
export async function listAfter(
  ctx: MemberContext,
  visit: Visit,
  after: Place | null,
  limit: number,
): Promise<Place[]> {
  const length = lengthOf(visit);
  const from = Math.min(after?.p ?? 0, length);
  const listed = unpackIds(visit.list, from, Math.min(length, from + limit)).map((id, n) => ({
    v: visit.id,
    p: from + n + 1,
    id,
  }));
  if (listed.length === limit) return listed;
  // One more than the list is long says that it is through.
  const isThrough = (after?.p ?? 0) > length;
  const rest = await tailAfter(
    ctx,
    visit,
    isThrough ? (after?.id ?? null) : null,
    limit - listed.length,
  );
  return [...listed, ...rest.map((id) => ({ v: visit.id, p: length + 1, id }))];
}
