import type { Context } from '../../kernel/context.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { localeFor } from '../../platform/locale.ts';
import { sendReceiptJob } from '../billing.jobs.ts';
import { findRecipient, findReceipt, markReceiptSent } from './receipt.queries.ts';
import { receiptMail } from './receipt-mail.ts';

/** Adds the receipt job of a payment. Repeated calls leave one job. */
export async function queueReceipt(
  ctx: Pick<Context, 'db' | 'traces'>,
  paymentId: string,
): Promise<void> {
  await addJob(ctx, sendReceiptJob, { paymentId }, { key: `receipt ${paymentId}` });
}

/** Mails the receipt of a payment (job). */
export async function sendReceipt(
  ctx: Context,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const found = await findReceipt(ctx, paymentId);
  if (!found || found.receipt_sent_at) return;
  const recipient = await findRecipient(ctx, found.user_id);
  if (!recipient) return;
  await ctx.mailer.send(
    receiptMail({
      fullName: recipient.full_name,
      email: recipient.email,
      plan: found.plan,
      amount: found.amount,
      currency: found.currency,
      number: found.provider_id,
      paidAt: found.paid_at,
      from: found.period_start,
      until: found.period_end,
      // The mail says that no money was taken. This depends on the payment, not on the current provider.
      isSandbox: found.provider === 'sandbox',
      site: await ctx.site.readName(),
      locale: localeFor(recipient.language),
    }),
  );
  await markReceiptSent(ctx, paymentId);
}
