import { v7 as newId } from 'uuid';
import type { FeedTab } from '@roost/contract/posts';
import type { MemberContext } from '../context.ts';
import { visitElsewhere, type BegunVisit } from './carried-visit.ts';
import { candidatesOf, gatherFollowed, gatherForYou, LONGEST } from './gather.ts';
import { findFollowed } from './feed.queries.ts';
import type { Place } from './list-after.ts';
import { KEPT_FROM, loadReader, type FeedReader } from './load-reader.ts';
import { markOf, packIds, packPlaced } from './packed-ids.ts';
import { newestFirst, oncePerPost, rankPosts, type Candidate } from './ranking.ts';
import { bringTimelineAlong } from './timelines/keep-timeline.ts';
import { marksIn, type Visit } from './visits.ts';

/** Authors of news that are looked up at once; should there be more, the list is simply made anew. */
const MOST_AUTHORS = 500;
/** Milliseconds in which a post that was begun is there to be seen. */
const LATER = 5_000;
/** Clocks of processes differ by less. */
const CLOCKS = 60_000;

/**
 * The visit a first page belongs to: the one under way, as long as nothing has come that it must not hide. `isFurther`:
 * a page by its number, which goes on with the list there is.
 */
export async function visitFor(
  ctx: MemberContext,
  tab: FeedTab,
  isFurther: boolean,
): Promise<Visit> {
  const known = ctx.feed.visits.current(ctx.viewer.id, tab);
  if (known && ((isFurther && ctx.nodes.isAlone) || !(await hasNews(ctx, known)))) return known;
  const heard = ctx.feed.newest.count;
  const reader = await loadReader(ctx, tab);
  const begun = isFurther
    ? await visitElsewhere(ctx, reader, { userId: reader.userId, tab, id: null })
    : reader.visit;
  // The first page may have been answered elsewhere, by a list that began later.
  if (known && isFurther && (!begun || begun.startedAt <= known.startedAt)) return known;
  const isValid = begun && ctx.feed.visits.isValid(begun);
  const elsewhere = isValid ? takeUp(ctx, reader, begun, heard) : null;
  if (elsewhere && (isFurther || !(await hasNews(ctx, elsewhere)))) return elsewhere;
  return makeVisit(ctx, reader, tab, heard);
}

/** The visit a cursor is of. Where nobody remembers it any more its person goes on in another, from the same place. */
export async function visitOf(ctx: MemberContext, tab: FeedTab, place: Place): Promise<Visit> {
  const known = ctx.feed.visits.find(place.v, ctx.viewer.id);
  if (known) return known;
  const heard = ctx.feed.newest.count;
  const reader = await loadReader(ctx, tab);
  const begun = await visitElsewhere(ctx, reader, { userId: reader.userId, tab, id: place.v });
  if (begun) return takeUp(ctx, reader, begun, heard);
  return ctx.feed.visits.current(ctx.viewer.id, tab) ?? makeVisit(ctx, reader, tab, heard);
}

/** Whether something was published that the list would hide. What was looked at once is not looked at again. */
async function hasNews(ctx: MemberContext, visit: Visit): Promise<boolean> {
  const { newest } = ctx.feed;
  const { count } = newest;
  if (count === visit.heard) return false;
  const heard = newest.after(visit.heard);
  if (!heard) return true;
  const isForAll = visit.tab === 'foryou' && !visit.isFull;
  if (isForAll && heard.some(({ visibility }) => visibility === 'public')) return true;
  const authors = new Set(heard.map(({ authorId }) => authorId));
  if (authors.has(visit.userId)) return true;
  if (visit.followed) {
    const { followed } = visit;
    if ([...authors].some((id) => followed.has(markOf(id)))) return true;
  } else {
    if (authors.size > MOST_AUTHORS) return true;
    if ((await findFollowed(ctx, visit.userId, authors)).size > 0) return true;
  }
  visit.heard = count;
  return false;
}

/** A visit another process began, or this one before it was started anew, as if this one had begun it. */
function takeUp(ctx: MemberContext, reader: FeedReader, begun: BegunVisit, heard: number): Visit {
  const { newest } = ctx.feed;
  const from = begun.startedAt - CLOCKS;
  // What came before this process listened may be news: as if it had heard that after the visit began.
  const before = newest.since > from ? -1 : heard - newest.heardSince(from).length;
  return keep(ctx, reader, { ...begun, heard: before });
}

function keep(
  ctx: MemberContext,
  { followed, hasTimeline }: FeedReader,
  visit: Omit<Visit, 'followed'>,
): Visit {
  const kept: Visit = {
    ...visit,
    followed: hasTimeline ? null : new Set(followed.map(markOf)),
  };
  ctx.feed.visits.add(kept);
  return kept;
}

async function makeVisit(
  ctx: MemberContext,
  reader: FeedReader,
  tab: FeedTab,
  heard: number,
): Promise<Visit> {
  const startedAt = Date.now();
  if (reader.hasTimeline ? reader.fresh.length > 0 : reader.followed.length > KEPT_FROM)
    await bringTimelineAlong(ctx, reader);
  const { chosen, reach } = await choose(ctx, reader, tab, startedAt);
  const visit = keep(ctx, reader, {
    id: newId(),
    userId: reader.userId,
    tab,
    startedAt,
    heard,
    isFull: chosen.length === LONGEST,
    list: packIds(chosen.map(({ id }) => id)),
    originals: packPlaced(
      new Map(
        chosen.flatMap(({ id, targetId }, n) => (id === targetId ? [] : [[n, targetId] as const])),
      ),
    ),
    tail: null,
    shown: null,
  });
  ctx.feed.notes.addVisit(ctx, visit, reach);
  if (reader.isClosenessOld) ctx.feed.closeness.ask(ctx, reader.userId);
  return visit;
}

async function choose(
  ctx: MemberContext,
  reader: FeedReader,
  tab: FeedTab,
  now: number,
): Promise<{ chosen: Candidate[]; reach: number | null }> {
  if (tab === 'following') {
    const { posts, reach } = await gatherFollowed(ctx, reader);
    return { chosen: oncePerPost(candidatesOf(reader, posts)).sort(newestFirst), reach };
  }
  const { candidates, reach } = await gatherForYou(ctx, reader);
  const { closeness, seen } = reader;
  const before = ctx.feed.visits.last(reader.userId, tab) ?? reader.visit;
  // What was shown a moment ago is looked for again where it was: it is left out the next time they come.
  const stays = before ? marksIn(before) : new Set<number>();
  const isSeen = (id: string) => seen.has(markOf(id)) && !stays.has(markOf(id));
  // Posts are dated when they are begun, and can be seen a moment later.
  const since = before ? before.startedAt - LATER : undefined;
  return { chosen: rankPosts(candidates, { now, closeness, isSeen, since }, LONGEST), reach };
}
