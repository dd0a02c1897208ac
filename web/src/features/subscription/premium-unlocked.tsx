import type { SubscriptionStatus } from '@roost/contract/subscription';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CancelLink } from './cancel-link.tsx';
import { inWords } from './money.ts';
import { PaymentHistory } from './payment-history.tsx';
import { SingingBird } from './singing-bird.tsx';

/** What somebody with Premium sees (spec §2, premium). */
export function PremiumUnlocked({ status }: { status: SubscriptionStatus }) {
  const [isLooking, setLooking] = useState(false);
  const { plan, startDate, endDate } = status;
  return (
    <div className="flex animate-appear flex-col items-center px-4 py-10">
      <div className="mb-5 text-accent-text [&_svg]:h-28 [&_svg]:w-auto">
        <SingingBird />
      </div>
      <h2 className="mb-6 text-center text-display font-bold">Premium Unlocked!</h2>
      <div className="w-full max-w-md">
        <State status={status} />
        <dl className="nums mt-4 overflow-hidden rounded-card border border-line">
          <Row name="Plan" value={plan ?? 'None'} />
          <Row name="Start date" value={startDate ? inWords(startDate) : 'Not known'} />
          <Row name="End date" value={endDate ? inWords(endDate) : 'Not known'} />
        </dl>
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-center gap-3">
        <Button variant="secondary" onClick={() => setLooking(true)}>
          Payment history
        </Button>
        {plan === 'Monthly' && endDate && !status.cancelAtPeriodEnd && (
          <CancelLink endDate={endDate} isInGrace={status.status === 'grace'} />
        )}
      </div>
      {status.paymentProvider === 'sandbox' && (
        <p className="mt-8 text-center text-meta text-muted">
          Paid in the sandbox.{' '}
          <a
            href="/sandbox/clock"
            className="inline-flex min-h-11 items-center font-semibold text-accent-text underline"
          >
            Move its clock
          </a>
        </p>
      )}
      <PaymentHistory open={isLooking} onOpenChange={setLooking} />
    </div>
  );
}

function State({ status: { status, plan, endDate } }: { status: SubscriptionStatus }) {
  if (!endDate) return null;
  if (status === 'grace')
    return (
      <Notice type="error">
        Your last payment failed and is being tried again. Premium goes on for up to three days
        meanwhile.
      </Notice>
    );
  if (status === 'cancelled')
    return (
      <Notice type="info">
        Your subscription is cancelled. Premium runs on until {inWords(endDate)}, then ends by
        itself.
      </Notice>
    );
  return (
    <p className="text-center text-muted text-balance">
      {plan === 'Annual'
        ? `Yours until ${inWords(endDate)}. It does not renew.`
        : `Renews on ${inWords(endDate)}.`}
    </p>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-line px-4 py-3 first:border-t-0">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-semibold">{value}</dd>
    </div>
  );
}
