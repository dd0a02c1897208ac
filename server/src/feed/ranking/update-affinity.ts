import type { Context } from '../../kernel/context.ts';
import { inBackground } from '../../platform/database/in-background.ts';
import { findParticipants, findRecentEngagement, saveAffinity } from './affinity.queries.ts';

/** The points that one like, comment, repost or message partner adds. */
const points = { like: 1, comment: 3, repost: 2, message: 5 } as const;
/** With this sum of points the affinity is 0.5. It grows towards 1 with more points. */
const HALF_AFFINITY_POINTS = 10;
const MAX_STORED_PEOPLE = 100;
/** The pause between two readers. Nobody waits for an affinity, and the load must stay small when everybody comes at once. */
const PAUSE_MS = 250;
const MAX_QUEUED_READERS = 1_000;

/** Updates the affinities of readers in the background, one reader after the other. */
export class AffinityUpdater {
  readonly #queue = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** Queues a reader. A full queue drops them, and their next request asks again. */
  schedule(ctx: Context, userId: string): void {
    if (this.#queue.size < MAX_QUEUED_READERS) this.#queue.add(userId);
    this.#startTimer(ctx);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#queue.clear();
  }

  #startTimer(ctx: Context): void {
    this.#timer ??= setTimeout(() => void this.#updateNext(ctx), PAUSE_MS).unref();
  }

  async #updateNext(ctx: Context): Promise<void> {
    const [userId] = this.#queue;
    if (userId === undefined) return;
    this.#queue.delete(userId);
    try {
      await updateAffinity(inBackground(ctx), userId);
    } catch (error) {
      ctx.log.warn({ err: error }, 'affinity not updated');
    }
    this.#timer = undefined;
    if (this.#queue.size > 0) this.#startTimer(ctx);
  }
}

/** Computes a reader's affinity to other people, from 0 to 1, from their newest likes, comments, reposts and messages. */
export async function updateAffinity(ctx: Context, userId: string): Promise<void> {
  const { liked, comments, reposted, partners } = await findRecentEngagement(ctx, userId);
  const participants = await findParticipants(ctx, [...liked, ...comments, ...reposted]);
  const sums = new Map<string, number>();
  const add = (id: string, by: number) => {
    if (id !== userId) sums.set(id, (sums.get(id) ?? 0) + by);
  };
  const authorOf = (id: string) => participants.get(id)?.[0];
  for (const id of liked) add(authorOf(id) ?? userId, points.like);
  for (const id of reposted) add(authorOf(id) ?? userId, points.repost);
  // The participants of a comment are the people it answers.
  for (const id of comments)
    for (const other of participants.get(id) ?? []) add(other, points.comment);
  for (const id of partners) add(id, points.message);
  const closest = [...sums]
    .sort((one, other) => other[1] - one[1])
    .slice(0, MAX_STORED_PEOPLE)
    .map(([id, sum]) => ({ id, score: sum / (sum + HALF_AFFINITY_POINTS) }));
  await saveAffinity(ctx, userId, closest);
}
