import { endAllSessions } from '../../auth/sessions/end-sessions.ts';
import { cancelForLeaver } from '../../billing/subscriptions/cancel-subscription.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { StoredJobs } from '../../platform/jobs/job.ts';
import { rankHashtagsJob } from '../../search/search.jobs.ts';
import { eraseExports } from '../export/sweep-exports.ts';
import { eraseCalls, eraseChats } from './erase-chats.ts';
import { eraseJobs } from './erase-jobs.ts';
import { eraseMedia } from './erase-media.ts';
import { eraseModeration } from './erase-moderation.ts';
import { erasePosts } from './erase-posts.ts';
import { eraseEngagements, eraseLikes } from './erase-reactions.ts';
import { eraseBlocks, eraseFollows } from './erase-relations.ts';
import { deleteNamingRows, deleteOwnRows, forgetInviter } from './erase-rows.queries.ts';
import { finishErasure } from './finish-erasure.ts';

/** Removes one kind of data. It can be repeated, and it continues after a crash. */
type ErasureStep = (ctx: MemberContext, jobs: StoredJobs) => Promise<void>;

/**
 * Everything that an erasure removes, in order. A table with data of a person needs a step here. `erasure.test.ts` lists the
 * tables of the database and fails without it.
 */
export const erasureSteps: readonly ErasureStep[] = [
  async (ctx) => endAllSessions(ctx, ctx.viewer.id),
  // An erased person must not pay any more. If the provider is away, the erasure waits.
  async (ctx) => cancelForLeaver(ctx, { userId: ctx.viewer.id }),
  erasePosts,
  eraseLikes,
  eraseFollows,
  eraseBlocks,
  eraseChats,
  eraseCalls,
  eraseModeration,
  eraseMedia,
  async (ctx) => eraseExports(ctx, ctx.viewer.id),
  eraseEngagements,
  async (ctx) => deleteNamingRows(ctx, ctx.viewer.id),
  async (ctx) => forgetInviter(ctx, ctx.viewer.id),
  // The steps above append to the person's event log.
  async (ctx) => deleteOwnRows(ctx, ctx.viewer.id),
  eraseJobs,
  // A hashtag that only this person used leaves the trending ones.
  async (ctx) => addJob(ctx, rankHashtagsJob, {}),
  finishErasure,
];
