import type { Context } from '../../kernel/context.ts';
import { countFailedJobs } from './jobs.queries.ts';
import {
  countActive,
  countPending,
  countPeople,
  countPosts,
  sumStorage,
} from './numbers.queries.ts';

const MAX_COUNTED_JOBS = 1_000;

/** Counts people, posts and storage. Each count reads a whole table, so only admins may ask. */
export async function readNumbers(ctx: Context) {
  const [people, active, posts, storage, pending, failedJobs] = await Promise.all([
    countPeople(ctx),
    countActive(ctx),
    countPosts(ctx),
    sumStorage(ctx),
    countPending(ctx),
    countFailedJobs(ctx, MAX_COUNTED_JOBS),
  ]);
  const none = { day: 0, week: 0, month: 0 };
  const { all, ...newPeople } = people ?? { ...none, all: 0 };
  const { all: allPosts, ...newPosts } = posts ?? { all: 0, day: 0, week: 0 };
  return {
    people: all,
    pending: pending?.count ?? 0,
    newPeople,
    activePeople: active ?? none,
    posts: allPosts,
    newPosts,
    storedBytes: storage?.bytes ?? 0,
    failedJobs,
  };
}
