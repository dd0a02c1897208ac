import type { Context } from '../context.ts';
import { findDoings, findPeopleOf, saveCloseness } from './closeness.queries.ts';

/** What each thing done for somebody's post, or said to them, counts. */
const worth = { like: 1, comment: 3, repost: 2, message: 5 } as const;
/** With this much somebody is half as close as one can be. */
const HALFWAY = 10;
/** People kept. */
const MOST = 100;
/** Milliseconds between two people's: nobody waits for it, and it must not be felt when everybody comes at once. */
const PACE = 250;
const MOST_WAITING = 1_000;

/** Finds out to whom people are close, one person after the other. */
export class Closeness {
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** Sometime soon; where very many wait, whoever asks next time. */
  ask(ctx: Context, userId: string): void {
    if (this.#waiting.size < MOST_WAITING) this.#waiting.add(userId);
    this.#wait(ctx);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  #wait(ctx: Context): void {
    this.#timer ??= setTimeout(() => void this.#next(ctx), PACE).unref();
  }

  async #next(ctx: Context): Promise<void> {
    const [userId] = this.#waiting;
    if (userId === undefined) return;
    this.#waiting.delete(userId);
    try {
      await findCloseness(ctx, userId);
    } catch (error) {
      ctx.log.warn({ err: error }, 'closeness not found out');
    }
    this.#timer = undefined;
    if (this.#waiting.size > 0) this.#wait(ctx);
  }
}

/** From their own newest likes, comments, reposts and messages: to whom this person is close, from 0 to 1. */
export async function findCloseness(ctx: Context, userId: string): Promise<void> {
  const { liked, answers, reposted, partners } = await findDoings(ctx, userId);
  const people = await findPeopleOf(ctx, [...liked, ...answers, ...reposted]);
  const sums = new Map<string, number>();
  const add = (id: string, by: number) => {
    if (id !== userId) sums.set(id, (sums.get(id) ?? 0) + by);
  };
  const ownerOf = (id: string) => people.get(id)?.[0];
  for (const id of liked) add(ownerOf(id) ?? userId, worth.like);
  for (const id of reposted) add(ownerOf(id) ?? userId, worth.repost);
  // A comment names whom it answers.
  for (const id of answers) for (const other of people.get(id) ?? []) add(other, worth.comment);
  for (const id of partners) add(id, worth.message);
  const closest = [...sums].sort((one, other) => other[1] - one[1]).slice(0, MOST);
  await saveCloseness(
    ctx,
    userId,
    closest.map(([id, sum]) => ({ id, score: sum / (sum + HALFWAY) })),
  );
}
