import type { MemberContext } from '../context.ts';
import type { Candidates } from '../posts/fill-page.ts';
import { unpackIds } from './packed-ids.ts';
import { tailAfter } from './tail.ts';
import { lengthOf, originalsIn, type Visit } from './visits.ts';

/** Where a page of the feed ended. */
export interface Place {
  /** The visit. */
  v: string;
  /** How many of its list were passed. */
  p: number;
  /** The last post itself: what the list goes on after, once it is through. */
  id: string;
}

type Row = Place & {
  /** What it reposts, where that is known. */
  originalId?: string | undefined;
};

/** What stands in a visit after a place: the rest of its list, and from there on everything else, by time. */
export async function listAfter(
  ctx: MemberContext,
  visit: Visit,
  after: Place | null,
  wanted: number,
): Promise<Candidates<Row>> {
  const length = lengthOf(visit);
  const from = Math.min(after?.p ?? 0, length);
  const originals = originalsIn(visit, from, from + wanted);
  const listed = unpackIds(visit.list, from, Math.min(length, from + wanted)).map((id, n) => ({
    v: visit.id,
    p: from + n + 1,
    id,
    originalId: originals.get(from + n),
  }));
  if (listed.length === wanted) return { rows: listed, isEnd: false };
  // One more than the list is long says that it is through.
  const isThrough = (after?.p ?? 0) > length;
  const missing = wanted - listed.length;
  const rest = await tailAfter(ctx, visit, isThrough ? (after?.id ?? null) : null, missing);
  const behind = rest.ids.map((id) => ({ v: visit.id, p: length + 1, id }));
  return { rows: [...listed, ...behind], isEnd: rest.isEnd };
}
