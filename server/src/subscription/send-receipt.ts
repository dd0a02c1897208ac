import type { Context } from '../context.ts';
import { addJob } from '../jobs/jobs.ts';
import { findAddressee, findReceipt, noteReceipt } from './receipt.queries.ts';
import { receiptMail } from './receipt-mail.ts';

/** One job for each payment, however often it is asked for. */
export async function addReceipt(ctx: Pick<Context, 'db'>, paymentId: string): Promise<void> {
  await addJob(ctx, 'sendReceipt', { paymentId }, { insteadOf: `receipt ${paymentId}` });
}

/** The job of each payment: its receipt, by mail. */
export async function sendReceipt(
  ctx: Context,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const found = await findReceipt(ctx, paymentId);
  if (!found || found.receipt_sent_at) return;
  const { full_name, email } = await findAddressee(ctx, found.user_id);
  await ctx.mailer.send(
    receiptMail({
      fullName: full_name,
      email,
      plan: found.plan,
      amount: found.amount,
      currency: found.currency,
      number: found.provider_id,
      paidAt: found.paid_at,
      from: found.period_start,
      until: found.period_end,
      // Where money was only played with, the mail says so; who takes it now says nothing about that.
      isPlay: found.provider === 'sandbox',
    }),
  );
  await noteReceipt(ctx, paymentId);
}
