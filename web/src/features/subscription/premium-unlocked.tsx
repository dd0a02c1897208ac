import type { SubscriptionStatus } from '@roost/contract/subscription';
import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { CancelLink } from './cancel-link.tsx';
import { inWords } from './money.ts';
import { PaymentHistory } from './payment-history.tsx';
import { SingingBird } from './singing-bird.tsx';

interface PremiumUnlockedProps {
  status: SubscriptionStatus;
  /** Who takes the money now; undefined until that is known. */
  provider: string | undefined;
  /** Whether it has just come about, under somebody's eyes. */
  isNew: boolean;
}

/** What somebody with Premium sees (spec §2, premium). */
export function PremiumUnlocked({ status, provider, isNew }: PremiumUnlockedProps) {
  const { plan, startDate, endDate, cancelAtPeriodEnd: isCancelled } = status;
  const isHere = provider === status.paymentProvider;
  const isElsewhere = provider !== undefined && !isHere;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // What was there while it was waited for is gone, and the focus with it.
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <div className="flex animate-appear flex-col items-center px-4 py-10">
      <div className="mb-5 text-accent-text [&_svg]:h-28 [&_svg]:w-auto">
        <SingingBird />
      </div>
      <h2
        ref={heading}
        tabIndex={-1}
        className="mb-6 text-center text-display font-bold outline-none"
      >
        Premium Unlocked!
      </h2>
      <div className="w-full max-w-md">
        <State status={status} isElsewhere={isElsewhere} />
        <dl className="nums mt-4 overflow-hidden rounded-card border border-line">
          <Row name="Plan" value={plan ?? 'None'} />
          <Row name="Start date" value={startDate ? inWords(startDate) : 'Not known'} />
          <Row name="End date" value={endDate ? inWords(endDate) : 'Not known'} />
        </dl>
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-center gap-3">
        <PaymentHistory />
        {plan === 'Monthly' && endDate && isHere && (
          <CancelLink {...{ endDate, isCancelled, heading }} moment={momentOf(status)} />
        )}
      </div>
      {plan === 'Monthly' &&
        !isCancelled &&
        isElsewhere &&
        status.paymentProvider !== 'sandbox' && (
          <p className="mt-6 max-w-md text-center text-meta text-muted text-balance">
            It was bought by a payment provider that is no longer used here. To cancel it,{' '}
            <a href="/contact-us/" className="underline">
              write to whoever runs this place
            </a>
            .
          </p>
        )}
      {status.paymentProvider === 'sandbox' && isHere && (
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
    </div>
  );
}

function momentOf({ status, endDate }: SubscriptionStatus): 'paid' | 'renewing' | 'failing' {
  if (status === 'grace') return 'failing';
  return isPast(endDate) ? 'renewing' : 'paid';
}

const isPast = (iso: string | null) => iso !== null && Date.parse(iso) <= Date.now();

interface StateProps {
  status: SubscriptionStatus;
  /** Whether it is a provider's that is not asked any more. */
  isElsewhere: boolean;
}

function State({ status: { status, plan, endDate }, isElsewhere }: StateProps) {
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
        {isPast(endDate)
          ? 'Your subscription is cancelled. Its last renewal is being confirmed.'
          : `Your subscription is cancelled. Premium runs on until ${inWords(endDate)}, then ends by itself.`}
      </Notice>
    );
  if (isPast(endDate)) return <Notice type="info">Your renewal is being confirmed.</Notice>;
  return (
    <p className="text-center text-muted text-balance">
      {outlook(plan, inWords(endDate), isElsewhere)}
    </p>
  );
}

function outlook(plan: SubscriptionStatus['plan'], day: string, isElsewhere: boolean): string {
  if (plan === 'Annual') return `Yours until ${day}. It does not renew.`;
  return isElsewhere ? `Yours until ${day}, as far as is known here.` : `Renews on ${day}.`;
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-line px-4 py-3 first:border-t-0">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-semibold">{value}</dd>
    </div>
  );
}
