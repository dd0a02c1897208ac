import { defineJob } from '../platform/jobs/job.ts';

export const handlePaymentEventJob = defineJob<{ id: string }>('handlePaymentEvent', {
  pool: 'payments',
});

export const reconcilePaymentsJob = defineJob<{ all?: boolean; report?: string }>(
  'reconcilePayments',
  { pool: 'payments', queue: 'payments', attempts: 1, cron: '29 * * * *' },
);

export const refreshSubscriptionJob = defineJob<{ provider: string; id: string }>(
  'refreshSubscription',
  { pool: 'payments' },
);

export const endPremiumJob = defineJob<{ userId: string }>('endPremium', { pool: 'payments' });

/** Stops the payments of a person who closed their account. */
export const cancelForLeaverJob = defineJob<{ userId: string }>('cancelForLeaver', {
  pool: 'payments',
});

export const sendReceiptJob = defineJob<{ paymentId: string }>('sendReceipt', { pool: 'mail' });

/** Only the sandbox uses this job: it sends an event to this server's own webhook, as a real provider does. */
export const deliverSandboxEventJob = defineJob<{ id: string; type: string; subscription: string }>(
  'deliverSandboxEvent',
  { pool: 'payments' },
);
