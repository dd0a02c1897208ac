/**
 * In what order 'For you' shows posts. Everything that decides is here: what is known of a post goes in, an order comes
 * out, the same for the same input. Nobody can pay for a place: whether an author has Premium is not even asked.
 */
export const weights = {
  /** For each doubling of the people who liked, answered or reposted it; each counts once, its author never. */
  people: 0.5,
  /** For each doubling of those among the closest to the reader who liked it. */
  friends: 0.6,
  /** For the author the reader is closest to; others in proportion. */
  closeness: 1.5,
  /** What a post of somebody the reader does not follow is worth beside one of somebody they do. */
  stranger: 0.4,
  /** A post loses its worth as (1 + age / fading) ^ -steepness. */
  fading: 6 * 3_600_000,
  steepness: 1.3,
  /** Each further post of one author is worth that much of what it was. */
  again: 0.75,
} as const;

/** An author's posts that may follow each other while there is another's to show. */
const IN_A_ROW = 2;
/** Milliseconds for which what the reader wrote themself stands first, until they have seen it there. */
const OWN_FIRST = 86_400_000;
/** What followed people published since the list before stands next, the newest so many: whoever looks again finds it. */
const NEWS_FIRST = 5;

export interface Candidate {
  id: string;
  /** The post itself, or what it reposts. */
  targetId: string;
  /** Who posted or reposted it. */
  authorId: string;
  from: 'self' | 'followed' | 'stranger';
  /** How many different people it drew. */
  people: number;
  /** How many of the reader's closest liked it. */
  friends: number;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Reader {
  now: number;
  /** From 0 to 1, by author; whoever is not in it is 0. */
  closeness: ReadonlyMap<string, number>;
  isSeen: (targetId: string) => boolean;
  /** When the list before this one was made, if they are still at it; milliseconds. */
  since?: number | undefined;
}

/** The best first; without what was seen, each post once, and no more than `most`. */
export function rankPosts(candidates: Candidate[], reader: Reader, most: number): Candidate[] {
  const unseen = oncePerPost(candidates).filter(({ targetId }) => !reader.isSeen(targetId));
  const isFirst = ({ from, at }: Candidate) => from === 'self' && reader.now - at < OWN_FIRST;
  const own = unseen.filter(isFirst).sort(newestFirst);
  const { since = Infinity } = reader;
  const news = unseen
    .filter(({ from, at }) => from === 'followed' && at >= since)
    .sort(newestFirst)
    .slice(0, NEWS_FIRST);
  const first = new Set([...own, ...news]);
  const others = unseen.filter((each) => !first.has(each));
  return [...first, ...varied(byWorth(others, reader))].slice(0, most);
}

export function worthOf(candidate: Candidate, { now, closeness }: Reader): number {
  const age = Math.max(0, now - candidate.at);
  return (
    (1 + weights.people * Math.log2(1 + candidate.people)) *
    (1 + weights.friends * Math.log2(1 + candidate.friends)) *
    (1 + weights.closeness * (closeness.get(candidate.authorId) ?? 0)) *
    (candidate.from === 'stranger' ? weights.stranger : 1) *
    (1 + age / weights.fading) ** -weights.steepness
  );
}

/**
 * A post shows once: as itself where its author is followed, else by who reposted it first. What the reader reposted
 * themself shows beside it.
 */
export function oncePerPost(candidates: Candidate[]): Candidate[] {
  const shown = new Map<string, Candidate>();
  for (const each of candidates) {
    const isOwnRepost = each.from === 'self' && each.id !== each.targetId;
    const key = isOwnRepost ? each.id : each.targetId;
    const known = shown.get(key);
    if (!known || comesBefore(each, known)) shown.set(key, each);
  }
  return [...shown.values()];
}

function comesBefore(one: Candidate, other: Candidate): boolean {
  const [first, second] = [standing(one), standing(other)];
  return first === second ? one.id < other.id : first < second;
}

function standing({ from, id, targetId }: Candidate): number {
  if (from === 'stranger') return 2;
  return id === targetId ? 0 : 1;
}

export function newestFirst(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? 1 : one.id > other.id ? -1 : 0;
}

/** With each further post of one author worth less than it is alone. */
function byWorth(candidates: Candidate[], reader: Reader): Candidate[] {
  const ranked = candidates.map((candidate) => ({
    candidate,
    id: candidate.id,
    worth: worthOf(candidate, reader),
  }));
  ranked.sort(dearestFirst);
  const before = new Map<string, number>();
  for (const each of ranked) {
    const count = before.get(each.candidate.authorId) ?? 0;
    before.set(each.candidate.authorId, count + 1);
    if (count > 0) each.worth *= weights.again ** count;
  }
  ranked.sort(dearestFirst);
  return ranked.map(({ candidate }) => candidate);
}

function dearestFirst(one: { id: string; worth: number }, other: { id: string; worth: number }) {
  return other.worth - one.worth || newestFirst(one, other);
}

/** Holds back what would be one too many in a row, and shows it as soon as another's stands between. */
function varied(ranked: Candidate[]): Candidate[] {
  const shown: Candidate[] = [];
  // All of one author, since it is empty again before another's can be held.
  const held: Candidate[] = [];
  const isTooMany = ({ authorId }: Candidate) => {
    for (let back = 1; back <= IN_A_ROW; back += 1)
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
