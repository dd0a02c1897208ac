import type { MemberContext } from '../context.ts';
import { listClosed, listFollowed, listPublic, pullPosts } from './feed.queries.ts';
import { idFrom, timeOf } from './packed-ids.ts';
import { newestFirst } from './ranking.ts';
import { mayFollow, type Tail, type Visit } from './visits.ts';

/** As many are looked for at once; a process keeps them for the next pages. */
const STRETCH = 60;
const DAY = 86_400_000;
/** Whoever read to a place in time goes on from there; before the network there is nothing. */
const BEGINNING = '00000000-0000-0000-0000-000000000000';

/**
 * What follows a visit's list, by time and to the true end: everything public, and what else those followed and the
 * reader themself have; of the tab 'following', all they posted. Without what the list showed.
 */
export async function tailAfter(
  ctx: MemberContext,
  visit: Visit,
  after: string | null,
  limit: number,
): Promise<{ ids: string[]; isEnd: boolean }> {
  let known = stretchFrom(visit.tail, after);
  if (known.ids.length < limit && !known.isEnd) {
    known = await readStretch(ctx, visit, after, Math.max(limit, STRETCH));
    visit.tail = known;
  }
  return { ids: known.ids.slice(0, limit), isEnd: known.isEnd && known.ids.length <= limit };
}

/** What is known to come right after this id. */
function stretchFrom(tail: Tail | null, after: string | null): Tail {
  if (tail && tail.after === after) return tail;
  const at = tail && after !== null ? tail.ids.indexOf(after) : -1;
  return tail && at >= 0
    ? { after, ids: tail.ids.slice(at + 1), isEnd: tail.isEnd }
    : { after, ids: [], isEnd: false };
}

async function readStretch(
  ctx: MemberContext,
  visit: Visit,
  after: string | null,
  wanted: number,
): Promise<Tail> {
  const followed = await listFollowed(ctx, visit.userId);
  const ids: string[] = [];
  // Not what came after the visit began: that is news, for the next one.
  let before = after ?? idFrom(visit.startedAt + 1);
  for (let days = 1; ; days *= 8) {
    const next =
      visit.tab === 'following'
        ? await nextFollowed(ctx, visit.userId, followed, { before, days, limit: wanted })
        : await nextOfAll(ctx, visit.userId, followed, { before, limit: wanted });
    for (const { id, targetId } of next.found) if (mayFollow(visit, id, targetId)) ids.push(id);
    if (next.end === null) return { after, ids, isEnd: true };
    before = next.end;
    if (ids.length >= wanted) return { after, ids, isEnd: false };
  }
}

/** `end` is how far was looked; null at the end of all. */
interface Stretch {
  found: Found[];
  end: string | null;
}

interface Found {
  id: string;
  /** What is shown by it; of an own repost it itself, since these always show. */
  targetId: string;
}

async function nextOfAll(
  ctx: MemberContext,
  userId: string,
  followed: string[],
  { before, limit }: { before: string; limit: number },
): Promise<Stretch> {
  const open = await listPublic(ctx, before, limit);
  const isEnd = open.length < limit;
  const closed = await listClosed(ctx, userId, followed, {
    before,
    after: isEnd ? BEGINNING : open.at(-1)!,
    limit,
  });
  const found = [...open, ...closed].map((id) => ({ id, targetId: id })).sort(newestFirst);
  if (closed.length < limit) return { found, end: isEnd ? null : open.at(-1)! };
  // More of these than were asked for: no further than they reach.
  const end = closed.at(-1)!;
  return { found: found.filter(({ id }) => id >= end), end };
}

async function nextFollowed(
  ctx: MemberContext,
  userId: string,
  followed: string[],
  { before, days, limit }: { before: string; days: number; limit: number },
): Promise<Stretch> {
  const start = timeOf(before) - days * DAY;
  const after = start > 0 && days < 10_000 ? idFrom(start) : BEGINNING;
  const posts = await pullPosts(ctx, [userId, ...followed], { before, after, limit });
  const found = posts.map(({ id, authorId, repostOfId }) => ({
    id,
    targetId: authorId === userId ? id : (repostOfId ?? id),
  }));
  if (posts.length === limit) return { found, end: posts.at(-1)!.id };
  return { found, end: after === BEGINNING ? null : after };
}
