// The jobs of the features, with their handlers. The job platform sweeps its own tables.
import { deleteHeldEmails } from './auth/addresses/address.queries.ts';
import { sendEmailLinkJob, sendTakenAddressMailJob } from './auth/addresses/addresses.jobs.ts';
import { deleteExpiredEmailLinks } from './auth/addresses/email-link.queries.ts';
import { sendEmailLink } from './auth/addresses/send-email-link.ts';
import { sendTakenAddressMail } from './auth/addresses/taken-address.ts';
import { deleteOldActivity } from './auth/activity/activity.queries.ts';
import { deleteExpiredChallenges } from './auth/challenges/challenge.queries.ts';
import { deleteOldFormerApps } from './auth/factors/factor.queries.ts';
import { deleteExpiredNotices } from './auth/notices/notice.queries.ts';
import { sendNoticeJob } from './auth/notices/notices.jobs.ts';
import { sendNotice } from './auth/notices/send-notice.ts';
import { deleteOldInvites } from './admin/invites/invite.queries.ts';
import { sendRegistrationMailJob } from './admin/people/registration.jobs.ts';
import { sendRegistrationMail } from './admin/people/send-registration-mail.ts';
import { forgetOldNetworks } from './auth/registration/registration.queries.ts';
import { deleteExpiredResets } from './auth/reset/reset.queries.ts';
import { sendPasswordResetJob } from './auth/reset/reset.jobs.ts';
import { sendPasswordReset } from './auth/reset/send-reset-mail.ts';
import { deleteOldHeldUsernames } from './auth/held-username.queries.ts';
import { deleteExpiredSessions, forgetOldAddresses } from './auth/sessions/session.queries.ts';
import {
  refreshSubscriptionJob,
  deliverSandboxEventJob,
  endPremiumJob,
  handlePaymentEventJob,
  reconcilePaymentsJob,
  sendReceiptJob,
  cancelForLeaverJob,
} from './billing/billing.jobs.ts';
import { cancelForLeaver } from './billing/subscriptions/cancel-subscription.ts';
import { refreshSubscriptionById } from './billing/subscriptions/refresh-by-provider-id.ts';
import { endPremium } from './billing/premium/end-premium.ts';
import { handlePaymentEvent } from './billing/payments/receive-payment-event.ts';
import { deleteOldEvents } from './billing/payments/payment.queries.ts';
import { deliverSandboxEvent } from './billing/provider/sandbox/sandbox.ts';
import { reconcilePayments } from './billing/payments/reconcile-payments.ts';
import { sendReceipt } from './billing/receipts/send-receipt.ts';
import { deleteOldCalls } from './calls/watchdog/abandoned-call.queries.ts';
import { sweepConversations } from './chat/conversations/sweep-conversations.ts';
import { deleteOldEntries } from './event-log/event-log.queries.ts';
import { rankPopularJob, retryFanOutsJob } from './feed/feed.jobs.ts';
import { deleteOldLess } from './feed/less/less.queries.ts';
import { deleteOldSnapshots } from './feed/snapshots/snapshot.queries.ts';
import { rankPopular } from './feed/ranking/rank-popular.ts';
import { retryFanOuts } from './feed/timelines/fan-out.ts';
import { cleanUpTimelines } from './feed/timelines/update-timeline.ts';
import type { Context } from './kernel/context.ts';
import {
  deleteMediaFilesJob,
  finishVideoJob,
  makeStillsJob,
  sweepOrphansJob,
} from './media/media.jobs.ts';
import { deleteMediaFiles, resumeVideos, sweepOrphans, sweepUploads } from './media/sweep-media.ts';
import { makeMissingStills } from './media/stills/make-missing-stills.ts';
import { finishVideo } from './media/video/finish-video.ts';
import { countPerson } from './moderation/counted/count-person.ts';
import { sendDecisionMail } from './moderation/decisions/send-decision-mail.ts';
import { deleteEndedHolds } from './moderation/holds/hold.queries.ts';
import { deleteEndedMeasures } from './moderation/retention/retention.queries.ts';
import { deleteOldEvidence, purgeRemoved } from './moderation/retention/sweep-moderation.ts';
import { countPersonJob, sendDecisionMailJob } from './moderation/moderation.jobs.ts';
import { deleteOldNotifications } from './notifications/sweep-notifications.queries.ts';
import { erasePerson, queueDueErasures } from './personal-data/erasure/erase-person.ts';
import { makeExport } from './personal-data/export/make-export.ts';
import { sweepExports } from './personal-data/export/sweep-exports.ts';
import { erasePersonJob, makeExportJob } from './personal-data/personal-data.jobs.ts';
import { markOldMedia } from './posts/lists/mark-media.ts';
import { backupJob } from './platform/backup/backup.jobs.ts';
import { makeBackup } from './platform/backup/make-backup.ts';
import { deleteOldKeys } from './platform/http/idempotency/idempotency.queries.ts';
import { bindJob, defineJob, type BoundJob } from './platform/jobs/job.ts';
import { deleteSubscriptionsOfExpiredSessions } from './push/subscriptions/delete-subscriptions.ts';
import { sendPushJob } from './push/push.jobs.ts';
import { sendPush } from './push/delivery/send-push.ts';
import { rankHashtags } from './search/rank-hashtags.ts';
import { fillPostingLists } from './search/fill-posting-lists.ts';
import { deleteOldSightings } from './users/repeated-texts/repeated-text.queries.ts';
import { fillPostingListsJob, rankHashtagsJob } from './search/search.jobs.ts';
import { verifyLinksJob } from './users/links/links.jobs.ts';
import { verifyLinks } from './users/links/verify-links.ts';

/** Hourly work of the features: they delete expired rows and resume interrupted work. */
const cleanUps: readonly ((ctx: Context) => Promise<unknown>)[] = [
  // Before the sessions, which it reads.
  deleteSubscriptionsOfExpiredSessions,
  deleteExpiredSessions,
  forgetOldAddresses,
  deleteExpiredResets,
  deleteExpiredChallenges,
  deleteExpiredEmailLinks,
  deleteHeldEmails,
  deleteExpiredNotices,
  deleteOldFormerApps,
  deleteOldActivity,
  deleteOldInvites,
  deleteOldKeys,
  sweepUploads,
  resumeVideos,
  deleteOldEntries,
  deleteOldNotifications,
  deleteOldCalls,
  deleteOldEvents,
  deleteOldSnapshots,
  deleteOldLess,
  cleanUpTimelines,
  sweepConversations,
  purgeRemoved,
  deleteOldEvidence,
  deleteEndedMeasures,
  deleteEndedHolds,
  deleteOldSightings,
  forgetOldNetworks,
  deleteOldHeldUsernames,
  queueDueErasures,
  sweepExports,
  markOldMedia,
];

export const sweepJob = defineJob('sweep', { pool: 'upkeep', cron: '17 * * * *' });

/** A failure does not stop the others. The job then fails and runs again. */
export async function sweep(ctx: Context): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanUp of cleanUps)
    await cleanUp(ctx).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Clean-ups failed.');
}

export const jobs: readonly BoundJob[] = [
  bindJob(sweepJob, sweep),
  bindJob(sendPasswordResetJob, sendPasswordReset),
  bindJob(sendNoticeJob, sendNotice),
  bindJob(sendEmailLinkJob, sendEmailLink),
  bindJob(sendTakenAddressMailJob, sendTakenAddressMail),
  bindJob(sendRegistrationMailJob, sendRegistrationMail),
  bindJob(sweepOrphansJob, sweepOrphans),
  bindJob(deleteMediaFilesJob, deleteMediaFiles),
  bindJob(makeStillsJob, makeMissingStills),
  bindJob(finishVideoJob, finishVideo),
  bindJob(rankHashtagsJob, rankHashtags),
  bindJob(fillPostingListsJob, fillPostingLists),
  bindJob(rankPopularJob, rankPopular),
  bindJob(retryFanOutsJob, retryFanOuts),
  bindJob(handlePaymentEventJob, handlePaymentEvent),
  bindJob(reconcilePaymentsJob, reconcilePayments),
  bindJob(refreshSubscriptionJob, refreshSubscriptionById),
  bindJob(endPremiumJob, endPremium),
  bindJob(sendReceiptJob, sendReceipt),
  bindJob(verifyLinksJob, verifyLinks),
  bindJob(sendDecisionMailJob, sendDecisionMail),
  bindJob(countPersonJob, countPerson),
  bindJob(deliverSandboxEventJob, deliverSandboxEvent),
  bindJob(cancelForLeaverJob, cancelForLeaver),
  bindJob(erasePersonJob, erasePerson),
  bindJob(makeExportJob, makeExport),
  bindJob(sendPushJob, sendPush),
  bindJob(backupJob, makeBackup),
];
