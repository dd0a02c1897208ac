import { deleteExpiredResets } from '../auth/account.queries.ts';
import { deleteExpiredSessions } from '../auth/session.queries.ts';
import { deleteOldCalls } from '../calls/call.queries.ts';
import type { Context } from '../context.ts';
import { deleteOldVisits } from '../feed/note.queries.ts';
import { tidyTimelines } from '../feed/timelines/keep-timeline.ts';
import { deleteOldKeys } from '../http/idempotency.queries.ts';
import { resumeVideos, sweepUploads } from '../media/sweep-media.ts';
import { deleteOldNotifications } from '../notifications/inbox.queries.ts';
import { deleteOldEvents } from '../subscription/payment.queries.ts';
import { deleteOldEntries } from '../streams/stream.queries.ts';

/** Hourly: what has run out and would only take up room. */
export async function sweep(ctx: Context): Promise<void> {
  await deleteExpiredSessions(ctx);
  await deleteExpiredResets(ctx);
  await deleteOldKeys(ctx);
  await sweepUploads(ctx);
  await resumeVideos(ctx);
  await deleteOldEntries(ctx);
  await deleteOldNotifications(ctx);
  await deleteOldCalls(ctx);
  await deleteOldEvents(ctx);
  await deleteOldVisits(ctx);
  await tidyTimelines(ctx);
}
