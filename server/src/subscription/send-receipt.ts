import type { Context } from '../context.ts';
import { findReceipt, noteReceipt } from './payment.queries.ts';
import { receiptMail } from './receipt-mail.ts';

/** The job of each payment: its receipt, by mail. */
export async function sendReceipt(
  ctx: Context,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const found = await findReceipt(ctx, paymentId);
  if (!found || found.receipt_sent_at) return;
  await ctx.mailer.send(
    receiptMail({
      fullName: found.full_name,
      email: found.email,
      plan: found.plan,
      amount: found.amount,
      currency: found.currency,
      number: found.provider_id,
      paidAt: found.paid_at,
      from: found.period_start,
      until: found.period_end,
      // Where money was only played with, the mail says so.
      isPlay: ctx.payments.name === 'sandbox',
    }),
  );
  await noteReceipt(ctx, paymentId);
}
