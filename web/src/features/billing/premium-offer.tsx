import { Sentence } from '../../ui/sentence.tsx';
import * as words from '#words/billing';
import type { Answer } from '@roost/contract/endpoint';
import type { getPlans, SubscriptionStatus } from '@roost/contract/billing';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx';
import { Alert } from '../../ui/states/alert.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { useCheckout } from './go-to-checkout.ts';
import { inRupees, longDateOf, savingOf } from './money.ts';
import { PastPayments } from './payment-history.tsx';
import { planNames } from './plan-names.ts';
import { serverPages } from '../../paths.ts';

interface PremiumOfferProps {
  plans: Answer<typeof getPlans>;
  status: SubscriptionStatus;
}

/** The two plans, their features, and the button that starts the payment. */
export function PremiumOffer({ plans, status }: PremiumOfferProps) {
  const [chosen, setChosen] = useState<'MONTHLY' | 'ANNUAL'>(() =>
    // After a return from the checkout, the plan chosen before is still selected.
    status.status === 'pending' && status.plan === 'Monthly' ? 'MONTHLY' : 'ANNUAL',
  );
  const { isLeaving, goTo } = useCheckout();
  const { MONTHLY, ANNUAL } = plans;
  const plan = plans[chosen];
  const { yearly, percent } = savingOf(MONTHLY, ANNUAL);
  const saving = percent > 0 ? words.save({ percent }) : '';
  return (
    <div data-no-post-button className="flex flex-col gap-6 px-4 py-6">
      <Earlier status={status} />
      <div className="flex flex-col items-center gap-5 text-center">
        <h2 className="max-w-[24ch] text-display font-bold text-balance">
          {words.moreRoomForWhatYouHaveToSay}
        </h2>
        <SegmentedControl
          label={words.plan}
          value={chosen}
          onChange={setChosen}
          options={[
            { value: 'MONTHLY', label: planNames.Monthly },
            {
              value: 'ANNUAL',
              label: saving ? `${planNames.Annual} · ${saving}` : planNames.Annual,
            },
          ]}
        />
        <p
          aria-live="polite"
          className="nums flex flex-wrap items-baseline justify-center gap-x-2.5"
        >
          {chosen === 'ANNUAL' && percent > 0 && (
            <s className="text-section text-muted">
              <span className="sr-only">{words.insteadOf} </span>
              {inRupees(yearly)}
            </s>
          )}
          <span className="text-display font-bold">{inRupees(plan.price)}</span>
          <span className="text-muted">{words.aMonthOrYear({ duration: plan.duration })}</span>
        </p>
        <Button
          size="lg"
          className="w-full max-w-sm"
          busy={isLeaving}
          onClick={() => void goTo(plan)}
        >
          <span className="whitespace-normal">
            {words.getPremiumFor({ price: inRupees(plan.price), duration: plan.duration })}
          </span>
        </Button>
        <p className="max-w-[48ch] text-meta text-muted text-balance">
          {chosen === 'ANNUAL' ? words.paidOnce : words.renewsEachMonthUntilYouCancel}{' '}
          <Sentence
            parts={words.seeTermsAndRefunds({
              terms: (
                <a href={serverPages.terms} className="underline">
                  {words.terms}
                </a>
              ),
              refunds: (
                <a href={serverPages.refunds} className="underline">
                  {words.refunds}
                </a>
              ),
            })}
          />
        </p>
      </div>
      <ComparisonTable />
    </div>
  );
}

/** How the last subscription ended, and the past payments. */
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
      <Alert type="info">{words.paymentWasBegun({ plan: plan ? planNames[plan] : '' })}</Alert>
    );
  if (status === 'ended' && endDate)
    return <Alert type="info">{words.yourPremiumHasEnded({ day: longDateOf(endDate) })}</Alert>;
  return null;
}
