import { describe, expect, test } from 'vitest';
import { rankPosts, scoreOf, weights, type Candidate, type RankingContext } from './rank-posts.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 1);
const reader = (given: Partial<RankingContext> = {}): RankingContext => ({
  now: NOW,
  affinity: new Map(),
  isSeen: () => false,
  isNews: () => false,
  ...given,
});

/** A random generator with a seed. Each run gives the same numbers. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

function post(n: number, given: Partial<Candidate> = {}): Candidate {
  const id = idOf(n);
  return {
    id,
    targetId: id,
    authorId: `author ${n}`,
    source: 'followed',
    engagers: 0,
    closeLikers: 0,
    postedAt: NOW - HOUR,
    ...given,
  };
}

function crowd(random: () => number, size: number, authors: number): Candidate[] {
  return Array.from({ length: size }, (_, n) =>
    post(n, {
      authorId: `author ${Math.floor(random() ** 2 * authors)}`,
      source: random() < 0.3 ? 'stranger' : 'followed',
      engagers: Math.floor(random() * 200),
      closeLikers: Math.floor(random() * 3),
      postedAt: NOW - random() * 48 * HOUR,
    }),
  );
}

const ids = (list: Candidate[]) => list.map(({ id }) => id);
const indexIn = (list: Candidate[], id: string) => ids(list).indexOf(id);

test('the same posts give the same order, in any input order', () => {
  const random = seededRandom(1);
  for (let round = 0; round < 20; round += 1) {
    const posts = crowd(random, 80, 12);
    const order = ids(rankPosts(posts, reader(), 300));
    expect(ids(rankPosts(posts, reader(), 300))).toEqual(order);
    expect(ids(rankPosts(posts.toReversed(), reader(), 300))).toEqual(order);
    expect(order.toSorted()).toEqual(ids(posts).toSorted());
  }
});

describe('a better value never moves a post down', () => {
  const better: Record<string, (of: Candidate) => Partial<Candidate>> = {
    engagers: ({ engagers }) => ({ engagers: engagers + 50 }),
    'close likers': ({ closeLikers }) => ({ closeLikers: closeLikers + 1 }),
    'a later time': ({ postedAt }) => ({ postedAt: Math.min(NOW, postedAt + 6 * HOUR) }),
    'a followed author': () => ({ source: 'followed' }),
  };
  test.each(Object.entries(better))('%s', (_, change) => {
    const random = seededRandom(2);
    for (let round = 0; round < 40; round += 1) {
      const posts = crowd(random, 60, 10_000);
      const chosen = Math.floor(random() * posts.length);
      const changed = posts.map((each, n) => (n === chosen ? { ...each, ...change(each) } : each));
      const { id } = posts[chosen]!;
      expect(scoreOf(changed[chosen]!, reader())).toBeGreaterThanOrEqual(
        scoreOf(posts[chosen]!, reader()),
      );
      expect(indexIn(rankPosts(changed, reader(), 300), id)).toBeLessThanOrEqual(
        indexIn(rankPosts(posts, reader(), 300), id),
      );
    }
  });

  test('affinity to its author', () => {
    const random = seededRandom(3);
    for (let round = 0; round < 40; round += 1) {
      const posts = crowd(random, 60, 10_000);
      const { id, authorId } = posts[Math.floor(random() * posts.length)]!;
      const indexAt = (affinity: number) =>
        indexIn(rankPosts(posts, reader({ affinity: new Map([[authorId, affinity]]) }), 300), id);
      expect(indexAt(0.9)).toBeLessThanOrEqual(indexAt(0.3));
      expect(indexAt(0.3)).toBeLessThanOrEqual(indexAt(0));
    }
  });
});

test('three posts of one author never follow each other while others remain', () => {
  const random = seededRandom(4);
  for (let round = 0; round < 40; round += 1) {
    const ranked = rankPosts(crowd(random, 100, 4), reader(), 300);
    const authors = ranked.map(({ authorId }) => authorId);
    authors.forEach((author, n) => {
      if (n < 2 || author !== authors[n - 1] || author !== authors[n - 2]) return;
      expect(new Set(authors.slice(n)).size, `three of ${author} at ${n}`).toBe(1);
    });
  }
});

test('an author with many posts does not crowd out the others', () => {
  const frequent = Array.from({ length: 40 }, (_, n) =>
    post(n, { authorId: 'frequent', engagers: 3 }),
  );
  const quiet = Array.from({ length: 10 }, (_, n) => post(100 + n, { postedAt: NOW - 3 * HOUR }));
  const top = rankPosts([...frequent, ...quiet], reader(), 10);
  expect(top.filter(({ authorId }) => authorId === 'frequent').length).toBeLessThanOrEqual(5);
});

test('a stranger’s post ranks lower unless very many people engage with it', () => {
  const followed = post(1);
  const stranger = post(2, { source: 'stranger' });
  const popular = post(3, { source: 'stranger', engagers: 2_000 });
  expect(ids(rankPosts([stranger, followed, popular], reader(), 300))).toEqual(
    ids([popular, followed, stranger]),
  );
  expect(scoreOf(stranger, reader())).toBeCloseTo(scoreOf(followed, reader()) * weights.stranger);
});

test('seen posts are left out and new posts come first', () => {
  const own = post(1, { source: 'self', postedAt: NOW - 5 * HOUR });
  const older = post(2, { source: 'self', postedAt: NOW - 48 * HOUR, authorId: own.authorId });
  const great = post(3, { engagers: 5_000, postedAt: NOW - 48 * HOUR });
  const isNews = ({ postedAt }: Candidate) => postedAt >= NOW - 24 * HOUR;
  expect(ids(rankPosts([great, older, own], reader({ isNews }), 300))).toEqual(
    ids([own, great, older]),
  );
  const isSeen = (id: string) => id === older.id;
  expect(ids(rankPosts([great, older, own], reader({ isSeen, isNews }), 300))).toEqual(
    ids([own, great]),
  );
});

test('new posts come first, the newest first, from any author', () => {
  const great = Array.from({ length: 50 }, (_, n) => post(n, { engagers: 5_000, postedAt: NOW }));
  const news = post(60, { postedAt: NOW - 1_000, authorId: 'friend' });
  const strange = post(61, { postedAt: NOW - 1_000, source: 'stranger' });
  const isNews = ({ postedAt }: Candidate) => postedAt >= NOW - 60_000;
  expect(ids(rankPosts([...great, news], reader(), 10))).not.toContain(news.id);
  const quiet = great.map((each) => ({ ...each, postedAt: NOW - HOUR }));
  const ranked = ids(rankPosts([...quiet, strange, news], reader({ isNews }), 300));
  expect(ranked.slice(0, 2)).toEqual([strange.id, news.id]);
});

test('an own repost stands for its post, else the post of a followed author, else its first repost', () => {
  const original = post(1, { source: 'stranger', engagers: 100 });
  const first = post(5, { targetId: original.id });
  const second = post(6, { targetId: original.id, engagers: 90 });
  const own = post(7, { targetId: original.id, source: 'self' });
  const shown = (...posts: Candidate[]) => ids(rankPosts(posts, reader(), 300));
  expect(shown(original, second, first)).toEqual(ids([first]));
  const followed: Candidate = { ...original, source: 'followed' };
  expect(shown(second, own, first, original)).toEqual(ids([own]));
  expect(shown(second, first, followed)).toEqual(ids([original]));
  expect(shown(followed, own)).toEqual(ids([own]));
  // The author of the post reposts it.
  expect(shown(own, { ...original, source: 'self' })).toEqual(ids([own]));
});

test('the result has at most the requested number of posts', () => {
  expect(rankPosts(crowd(seededRandom(5), 500, 100), reader(), 300)).toHaveLength(300);
  expect(rankPosts([], reader(), 300)).toEqual([]);
});
