import type { Answer } from '@roost/contract/endpoint';
import type { getPlans, SubscriptionStatus } from '@roost/contract/subscription';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { useCheckout } from './go-to-checkout.ts';
import { inRupees, inWords, savingOf } from './money.ts';
import { PastPayments } from './payment-history.tsx';

interface PremiumOfferProps {
  plans: Answer<typeof getPlans>;
  status: SubscriptionStatus;
}

/** The two plans, what they give, and the way to pay (spec §2, premium). */
export function PremiumOffer({ plans, status }: PremiumOfferProps) {
  const [chosen, setChosen] = useState<'MONTHLY' | 'ANNUAL'>(() =>
    // Whoever comes back from the checkout finds what they had chosen.
    status.status === 'pending' && status.plan === 'Monthly' ? 'MONTHLY' : 'ANNUAL',
  );
  const { isLeaving, goTo } = useCheckout();
  const { MONTHLY, ANNUAL } = plans;
  const plan = plans[chosen];
  const { yearly, percent } = savingOf(MONTHLY, ANNUAL);
  const saving = percent > 0 ? `Save ${percent}%` : '';
  return (
    <div data-no-post-button className="flex flex-col gap-6 px-4 py-6">
      <Earlier status={status} />
      <div className="flex flex-col items-center gap-5 text-center">
        <h2 className="max-w-[24ch] text-display font-bold text-balance">
          More room for what you have to say
        </h2>
        <Choice
          label="Plan"
          value={chosen}
          onChange={setChosen}
          options={[
            { value: 'MONTHLY', label: MONTHLY.name },
            { value: 'ANNUAL', label: saving ? `${ANNUAL.name} · ${saving}` : ANNUAL.name },
          ]}
        />
        <p aria-live="polite" className="nums flex items-baseline gap-2.5">
          {chosen === 'ANNUAL' && percent > 0 && (
            <s className="text-section text-muted">
              <span className="sr-only">Instead of </span>
              {inRupees(yearly)}
            </s>
          )}
          <span className="text-display font-bold">{inRupees(plan.price)}</span>
          <span className="text-muted">a {plan.duration}</span>
        </p>
        <Button
          size="lg"
          className="w-full max-w-sm"
          busy={isLeaving}
          onClick={() => void goTo(plan)}
        >
          {plan.buttonText}
        </Button>
        <p className="max-w-[48ch] text-meta text-muted text-balance">
          {chosen === 'ANNUAL'
            ? 'Paid once. It ends by itself after a year.'
            : 'Renews each month until you cancel, which you can at any time.'}{' '}
          See{' '}
          <a href="/terms-and-conditions/" className="underline">
            terms
          </a>{' '}
          and{' '}
          <a href="/cancellation-and-refunds/" className="underline">
            refunds
          </a>
          .
        </p>
      </div>
      <ComparisonTable />
    </div>
  );
}

/** What became of the last one, and what was paid. */
function Earlier({ status }: { status: SubscriptionStatus }) {
  if (status.status === null) return null;
  return (
    <div className="flex flex-col items-center gap-3">
      <Fate status={status} />
      <PastPayments />
    </div>
  );
}

function Fate({ status: { status, plan, endDate } }: { status: SubscriptionStatus }) {
  if (status === 'pending')
    return (
      <Notice type="info">
        A payment for the {plan} plan was begun. If you have paid, Premium is shown here as soon as
        that is confirmed. If not, you can go on below.
      </Notice>
    );
  if (status === 'ended' && endDate)
    return (
      <Notice type="info">Your Premium has ended. It was paid until {inWords(endDate)}.</Notice>
    );
  return null;
}
