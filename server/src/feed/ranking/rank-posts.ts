import { MAX_NEW_POSTS } from '@roost/contract/feed';
import { lessAuthorOf, lessKindOf, nothingLess, type Less } from '../less/less.ts';

/**
 * The weights of 'For you'. The ranking is a pure function: the same candidates and reader give the same order. Nobody can pay
 * for a better position, because the ranking does not know whether an author has Premium.
 */
export const weights = {
  /** For each doubling of the engagers. Each engager counts once, and the author never counts. */
  engagers: 0.5,
  /** For each doubling of the engagers with a high affinity who liked the post. */
  closeLikers: 0.6,
  /** For an author with the affinity 1. Others count in proportion. */
  affinity: 1.5,
  /** The factor for a post by an author whom the reader does not follow. */
  stranger: 0.4,
  /** Age divides the score by (1 + age / ageScaleMs) ^ ageExponent. */
  ageScaleMs: 6 * 3_600_000,
  ageExponent: 1.3,
  /** The factor for each further post of the same author. */
  sameAuthor: 0.75,
  /** The factors for each "Not this" about the author, and about a post of the same kind. */
  lessAuthor: 0.25,
  lessKind: 0.85,
} as const;

/** The most consecutive posts of one author, as long as there are posts of others. */
const MAX_POSTS_IN_A_ROW = 2;
/** The most new posts that stand first: twice the largest count, because the visibility rule may hide some of them. */
const MAX_FIRST_POSTS = 2 * MAX_NEW_POSTS;

export interface Candidate {
  id: string;
  /** For a repost the id of its original. Otherwise the post's own id. */
  targetId: string;
  /** The person who posted or reposted it. */
  authorId: string;
  /** For a repost the author of its original, if known. */
  originalAuthorId?: string | null | undefined;
  source: 'self' | 'followed' | 'stranger';
  engagers: number;
  /** How many of the people closest to the reader liked it. */
  closeLikers: number;
  /** Milliseconds since 1970. */
  postedAt: number;
}

export interface RankingContext {
  /** Milliseconds since 1970. */
  now: number;
  /** From 0 to 1, by author. A missing author has the affinity 0. */
  affinity: ReadonlyMap<string, number>;
  isSeen: (targetId: string) => boolean;
  /** The reader's "Not this". Absent if there is none. */
  less?: Less;
  /** Whether the candidate is news to the reader. News stands first, the newest first. */
  isNews: (candidate: Candidate) => boolean;
}

/**
 * Orders at most `limit` candidates: first the news, then the others by score. It shows each post once. It leaves out seen posts that
 * are not news, and posts of which the reader said "Not this". Posts by their authors are never news.
 */
export function rankPosts(
  candidates: Candidate[],
  context: RankingContext,
  limit: number,
): Candidate[] {
  const { less = nothingLess } = context;
  const posts = oncePerPost(candidates.filter(({ targetId }) => !less.posts.has(targetId)));
  const isNews = (each: Candidate) => context.isNews(each) && lessAuthorOf(less, each) === 0;
  const news = posts.filter(isNews).sort(newestFirst);
  const first = new Set(news.slice(0, MAX_FIRST_POSTS));
  const others = posts.filter((each) => !first.has(each) && !context.isSeen(each.targetId));
  return [...first, ...spreadAuthors(byScore(others, context))].slice(0, limit);
}

/** The part of the score that is the same for all readers. */
export function popularityOf(
  { engagers, postedAt }: Pick<Candidate, 'engagers' | 'postedAt'>,
  now: number,
): number {
  const age = Math.max(0, now - postedAt);
  return (
    (1 + weights.engagers * Math.log2(1 + engagers)) *
    (1 + age / weights.ageScaleMs) ** -weights.ageExponent
  );
}

export function scoreOf(
  candidate: Candidate,
  { now, affinity, less = nothingLess }: RankingContext,
): number {
  return (
    popularityOf(candidate, now) *
    (1 + weights.closeLikers * Math.log2(1 + candidate.closeLikers)) *
    (1 + weights.affinity * (affinity.get(candidate.authorId) ?? 0)) *
    (candidate.source === 'stranger' ? weights.stranger : 1) *
    weights.lessAuthor ** lessAuthorOf(less, candidate) *
    weights.lessKind ** lessKindOf(less, candidate)
  );
}

/**
 * Keeps one candidate for each post: the reader's own repost, else the post itself if the reader follows its author, else its
 * first repost.
 */
export function oncePerPost(candidates: Candidate[]): Candidate[] {
  const kept = new Map<string, Candidate>();
  for (const each of candidates) {
    const known = kept.get(each.targetId);
    if (!known || isPreferred(each, known)) kept.set(each.targetId, each);
  }
  return [...kept.values()];
}

function isPreferred(one: Candidate, other: Candidate): boolean {
  const [first, second] = [sourcePriority(one), sourcePriority(other)];
  return first === second ? one.id < other.id : first < second;
}

/** The smaller number is preferred. */
function sourcePriority({ source, id, targetId }: Candidate): number {
  if (source === 'stranger') return 3;
  if (id === targetId) return 1;
  return source === 'self' ? 0 : 2;
}

export function newestFirst(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? 1 : one.id > other.id ? -1 : 0;
}

/** Sorts by score. The factor for further posts of one author uses the order of the plain scores. */
function byScore(candidates: Candidate[], context: RankingContext): Candidate[] {
  const ranked = candidates.map((candidate) => ({
    candidate,
    id: candidate.id,
    score: scoreOf(candidate, context),
  }));
  ranked.sort(highestFirst);
  const counts = new Map<string, number>();
  for (const each of ranked) {
    const count = counts.get(each.candidate.authorId) ?? 0;
    counts.set(each.candidate.authorId, count + 1);
    if (count > 0) each.score *= weights.sameAuthor ** count;
  }
  ranked.sort(highestFirst);
  return ranked.map(({ candidate }) => candidate);
}

function highestFirst(one: { id: string; score: number }, other: { id: string; score: number }) {
  return other.score - one.score || newestFirst(one, other);
}

/** Holds back a post that would be one too many in a row. It follows as soon as a post of another author stands between. */
function spreadAuthors(ranked: Candidate[]): Candidate[] {
  const shown: Candidate[] = [];
  // All held posts are by one author, because the queue empties before a post of another author can be held.
  const held: Candidate[] = [];
  const isTooMany = ({ authorId }: Candidate) => {
    for (let back = 1; back <= MAX_POSTS_IN_A_ROW; back += 1)
      if (shown.at(-back)?.authorId !== authorId) return false;
    return true;
  };
  const showHeld = () => {
    while (held.length > 0 && !isTooMany(held[0]!)) shown.push(held.shift()!);
  };
  for (const candidate of ranked) {
    if (isTooMany(candidate)) held.push(candidate);
    else {
      shown.push(candidate);
      showHeld();
    }
  }
  return [...shown, ...held];
}
