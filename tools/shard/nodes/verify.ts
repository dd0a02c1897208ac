import { expect } from 'vitest';
import { findDrift } from '../../../server/test/support/recount.ts';
import type { Load, Outcome, Side } from './load.ts';

/** Expects each acknowledged write exactly once, no other write twice, and right counters. */
export async function expectEachOnce(load: Load): Promise<void> {
  const { db } = load.app.ctx;
  const { likes, follows, texts, messages } = load.acknowledged;
  const stored = {
    likes: await db.selectFrom('likes').select(['user_id', 'post_id']).execute(),
    follows: await db.selectFrom('follows').select(['follower_id', 'followee_id']).execute(),
    texts: await db.selectFrom('posts').select('content').execute(),
    messages: await db.selectFrom('messages').select('content').execute(),
  };
  expectOnce(
    likes.map(([person, post]) => `${person.id} ${post}`),
    stored.likes.map(({ user_id, post_id }) => `${user_id} ${post_id}`),
  );
  expectOnce(
    follows.map(([person, other]) => `${person.id} ${other.id}`),
    stored.follows.map(({ follower_id, followee_id }) => `${follower_id} ${followee_id}`),
  );
  expectOnce(
    texts,
    stored.texts.map(({ content }) => content),
  );
  expectOnce(
    messages,
    stored.messages.map(({ content }) => content),
  );
  expect(await findDrift(load.app.ctx)).toEqual([]);
}

function expectOnce(acknowledged: string[], stored: string[]): void {
  const counts = new Map<string, number>();
  for (const each of stored) counts.set(each, (counts.get(each) ?? 0) + 1);
  expect(
    acknowledged.filter((each) => !counts.has(each)),
    'lost',
  ).toEqual([]);
  expect(
    [...counts].filter(([, count]) => count > 1),
    'doubled',
  ).toEqual([]);
}

/** One line for each side: how many requests succeeded, how many were refused, and the slowest of each. */
export function describeOutcomes(outcomes: readonly Outcome[]): string {
  return (['kept', 'lost'] as Side[])
    .map((side) => {
      const own = outcomes.filter((each) => each.side === side);
      const [fine, refused] = [own.filter(isFine), own.filter((each) => !isFine(each))];
      const slowest = (list: Outcome[]) =>
        Math.round(Math.max(0, ...list.map(({ tookMs }) => tookMs)));
      return `${side}: ${fine.length} succeeded (slowest ${slowest(fine)} ms), ${refused.length} refused (slowest ${slowest(refused)} ms)`;
    })
    .join('; ');
}

export const isFine = ({ refused }: Outcome): boolean => refused === null;

export const brief = ({ kind, at, tookMs, error }: Outcome): string =>
  `${kind} at ${Math.round(at)} ms, after ${Math.round(tookMs)} ms: ${String(error)}`;
