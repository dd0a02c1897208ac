import { describe, expect, test } from 'vitest';
import { rankPosts, weights, worthOf, type Candidate, type Reader } from './ranking.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 1);
const reader = (given: Partial<Reader> = {}): Reader => ({
  now: NOW,
  closeness: new Map(),
  isSeen: () => false,
  ...given,
});

/** Chance that falls the same way in each run. */
function chanceFrom(seed: number): () => number {
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
    from: 'followed',
    people: 0,
    friends: 0,
    at: NOW - HOUR,
    ...given,
  };
}

function crowd(chance: () => number, size: number, authors: number): Candidate[] {
  return Array.from({ length: size }, (_, n) =>
    post(n, {
      authorId: `author ${Math.floor(chance() ** 2 * authors)}`,
      from: chance() < 0.3 ? 'stranger' : 'followed',
      people: Math.floor(chance() * 200),
      friends: Math.floor(chance() * 3),
      at: NOW - chance() * 48 * HOUR,
    }),
  );
}

const ids = (list: Candidate[]) => list.map(({ id }) => id);
const placeIn = (list: Candidate[], id: string) => ids(list).indexOf(id);

test('the same posts give the same order, in whatever order they come', () => {
  const chance = chanceFrom(1);
  for (let round = 0; round < 20; round += 1) {
    const posts = crowd(chance, 80, 12);
    const order = ids(rankPosts(posts, reader(), 300));
    expect(ids(rankPosts(posts, reader(), 300))).toEqual(order);
    expect(ids(rankPosts(posts.toReversed(), reader(), 300))).toEqual(order);
    expect(order.toSorted()).toEqual(ids(posts).toSorted());
  }
});

describe('more of anything that speaks for a post never moves it down', () => {
  const better: Record<string, (of: Candidate) => Partial<Candidate>> = {
    people: ({ people }) => ({ people: people + 50 }),
    friends: ({ friends }) => ({ friends: friends + 1 }),
    'a later time': ({ at }) => ({ at: Math.min(NOW, at + 6 * HOUR) }),
    'being followed': () => ({ from: 'followed' }),
  };
  test.each(Object.entries(better))('%s', (_, change) => {
    const chance = chanceFrom(2);
    for (let round = 0; round < 40; round += 1) {
      const posts = crowd(chance, 60, 10_000);
      const chosen = Math.floor(chance() * posts.length);
      const changed = posts.map((each, n) => (n === chosen ? { ...each, ...change(each) } : each));
      const { id } = posts[chosen]!;
      expect(worthOf(changed[chosen]!, reader())).toBeGreaterThanOrEqual(
        worthOf(posts[chosen]!, reader()),
      );
      expect(placeIn(rankPosts(changed, reader(), 300), id)).toBeLessThanOrEqual(
        placeIn(rankPosts(posts, reader(), 300), id),
      );
    }
  });

  test('closeness to its author', () => {
    const chance = chanceFrom(3);
    for (let round = 0; round < 40; round += 1) {
      const posts = crowd(chance, 60, 10_000);
      const { id, authorId } = posts[Math.floor(chance() * posts.length)]!;
      const place = (closeness: number) =>
        placeIn(rankPosts(posts, reader({ closeness: new Map([[authorId, closeness]]) }), 300), id);
      expect(place(0.9)).toBeLessThanOrEqual(place(0.3));
      expect(place(0.3)).toBeLessThanOrEqual(place(0));
    }
  });
});

test('never three of one author in a row while there is another’s to show', () => {
  const chance = chanceFrom(4);
  for (let round = 0; round < 40; round += 1) {
    const ranked = rankPosts(crowd(chance, 100, 4), reader(), 300);
    const authors = ranked.map(({ authorId }) => authorId);
    authors.forEach((author, n) => {
      if (n < 2 || author !== authors[n - 1] || author !== authors[n - 2]) return;
      expect(new Set(authors.slice(n)).size, `three of ${author} at ${n}`).toBe(1);
    });
  }
});

test('an author who writes much does not crowd out the others', () => {
  const loud = Array.from({ length: 40 }, (_, n) => post(n, { authorId: 'loud', people: 3 }));
  const quiet = Array.from({ length: 10 }, (_, n) => post(100 + n, { at: NOW - 3 * HOUR }));
  const top = rankPosts([...loud, ...quiet], reader(), 10);
  expect(top.filter(({ authorId }) => authorId === 'loud').length).toBeLessThanOrEqual(5);
});

test('a stranger’s post is weighed down, but what draws very many comes up', () => {
  const followed = post(1);
  const stranger = post(2, { from: 'stranger' });
  const popular = post(3, { from: 'stranger', people: 2_000 });
  expect(ids(rankPosts([stranger, followed, popular], reader(), 300))).toEqual(
    ids([popular, followed, stranger]),
  );
  expect(worthOf(stranger, reader())).toBeCloseTo(worthOf(followed, reader()) * weights.stranger);
});

test('what was seen is left out, what the reader wrote comes first until they saw it', () => {
  const own = post(1, { from: 'self', at: NOW - 5 * HOUR });
  const older = post(2, { from: 'self', at: NOW - 48 * HOUR, authorId: own.authorId });
  const great = post(3, { people: 5_000, at: NOW });
  expect(ids(rankPosts([great, older, own], reader(), 300))).toEqual(ids([own, great, older]));
  const isSeen = (id: string) => id === own.id;
  expect(ids(rankPosts([great, own], reader({ isSeen }), 300))).toEqual(ids([great]));
});

test('what followed people published since the list before is on the first page, whatever else there is', () => {
  const great = Array.from({ length: 50 }, (_, n) => post(n, { people: 5_000, at: NOW }));
  const news = post(60, { at: NOW - 1_000, authorId: 'friend' });
  const strange = post(61, { at: NOW - 1_000, from: 'stranger' });
  const since = NOW - 60_000;
  expect(ids(rankPosts([...great, news], reader(), 10))).not.toContain(news.id);
  const quiet = great.map((each) => ({ ...each, at: NOW - HOUR }));
  const ranked = ids(rankPosts([...quiet, strange, news], reader({ since }), 300));
  expect(ranked[0]).toBe(news.id);
  expect(ranked.at(-1)).toBe(strange.id);
});

test('a post shows once: itself where its author is followed, else as first reposted; an own repost beside it', () => {
  const original = post(1, { from: 'stranger', people: 100 });
  const first = post(5, { targetId: original.id });
  const second = post(6, { targetId: original.id, people: 90 });
  const own = post(7, { targetId: original.id, from: 'self' });
  const shown = (...posts: Candidate[]) => ids(rankPosts(posts, reader(), 300));
  expect(shown(original, second, first)).toEqual(ids([first]));
  expect(shown(second, own, first, original)).toEqual(ids([own, first]));
  expect(shown(second, first, { ...original, from: 'followed' })).toEqual(ids([original]));
});

test('no more than asked for, and nothing out of nothing', () => {
  expect(rankPosts(crowd(chanceFrom(5), 500, 100), reader(), 300)).toHaveLength(300);
  expect(rankPosts([], reader(), 300)).toEqual([]);
});
