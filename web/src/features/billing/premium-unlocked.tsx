import { Sentence } from '../../ui/sentence.tsx';
import * as words from '#words/billing';
import type { SubscriptionStatus } from '@roost/contract/billing';
import { useEffect, useRef } from 'react';
import { Alert } from '../../ui/states/alert.tsx';
import { CancelLink } from './cancel-link.tsx';
import { longDateOf } from './money.ts';
import { PaymentHistory } from './payment-history.tsx';
import { SingingBird } from '../../ui/illustrations/singing-bird.tsx';
import { wallClock } from '../../lib/wall-clock.ts';
import { serverPages } from '../../paths.ts';
import { planNames } from './plan-names.ts';

interface PremiumUnlockedProps {
  status: SubscriptionStatus;
  /** The payment provider in use. Undefined until the app knows it. */
  provider: string | undefined;
  /** Premium became active while the person was watching this page. */
  isNew: boolean;
}

/** The Premium page of somebody with an active subscription. */
export function PremiumUnlocked({ status, provider, isNew }: PremiumUnlockedProps) {
  const { plan, startDate, endDate, cancelAtPeriodEnd: isCancelled } = status;
  const isHere = provider === status.paymentProvider;
  const isElsewhere = provider !== undefined && !isHere;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The waiting screen had the focus and has disappeared.
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
        {words.premiumUnlocked}
      </h2>
      <div className="w-full max-w-md">
        <State status={status} isElsewhere={isElsewhere} />
        <dl className="nums mt-4 overflow-hidden rounded-card border border-line">
          <Row name={words.plan} value={plan ? planNames[plan] : words.none} />
          <Row name={words.startDate} value={startDate ? longDateOf(startDate) : words.notKnown} />
          <Row name={words.endDate} value={endDate ? longDateOf(endDate) : words.notKnown} />
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
            <Sentence
              parts={words.boughtElsewhere({
                contact: (
                  <a href={serverPages.contact} className="underline">
                    {words.writeToWhoeverRunsThisPlace}
                  </a>
                ),
              })}
            />
          </p>
        )}
      {status.paymentProvider === 'sandbox' && isHere && (
        <p className="mt-8 text-center text-meta text-muted">
          {words.paidInTheSandbox}{' '}
          <a
            href={serverPages.sandboxClock}
            className="inline-flex min-h-11 items-center font-semibold text-accent-text underline"
          >
            {words.moveItsClock}
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

const isPast = (iso: string | null) => iso !== null && Date.parse(iso) <= wallClock();

interface StateProps {
  status: SubscriptionStatus;
  /** The subscription belongs to a provider that the server no longer uses. */
  isElsewhere: boolean;
}

function State({ status: { status, plan, endDate }, isElsewhere }: StateProps) {
  if (!endDate) return null;
  if (status === 'grace') return <Alert type="error">{words.yourLastPaymentFailed}</Alert>;
  if (status === 'cancelled')
    return (
      <Alert type="info">
        {isPast(endDate)
          ? words.cancelledAfterRenewal
          : words.cancelledButRunsOn({ endDate: longDateOf(endDate) })}
      </Alert>
    );
  if (isPast(endDate)) return <Alert type="info">{words.yourRenewalIsBeingConfirmed}</Alert>;
  return (
    <p className="text-center text-muted text-balance">
      {outlook(plan, longDateOf(endDate), isElsewhere)}
    </p>
  );
}

function outlook(plan: SubscriptionStatus['plan'], day: string, isElsewhere: boolean): string {
  if (plan === 'Annual') return words.yoursUntil({ day });
  return isElsewhere ? words.yoursUntilAsFarAsKnown({ day }) : words.renewsOn({ day });
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-line px-4 py-3 first:border-t-0">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end font-semibold">{value}</dd>
    </div>
  );
}
