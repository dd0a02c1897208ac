import * as words from '#words/screens';
import type { Answer } from '@roost/contract/endpoint';
import type { getPlans, SubscriptionStatus } from '@roost/contract/billing';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Announcement } from '../ui/announcement.tsx';
import { Link } from '../lib/router/link.tsx';
import { useSearchParams } from '../lib/router/router.tsx';
import { PaymentConfirmation } from '../features/billing/payment-confirmation.tsx';
import { PastPayments } from '../features/billing/payment-history.tsx';
import { PremiumOffer } from '../features/billing/premium-offer.tsx';
import { PremiumSkeleton } from '../features/billing/premium-skeleton.tsx';
import { PremiumUnlocked } from '../features/billing/premium-unlocked.tsx';
import { SingingBird } from '../ui/illustrations/singing-bird.tsx';
import { plansQuery, statusQuery } from '../features/billing/subscription.query.ts';
import { useWhenOnTop } from '../ui/overlays/use-when-on-top.ts';
import { buttonLook } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { LoadError } from '../ui/states/load-error.tsx';
import { paths } from '../paths.ts';

interface ShownProps {
  plans: UseQueryResult<Answer<typeof getPlans>>;
  status: UseQueryResult<SubscriptionStatus>;
  isNew: boolean;
  isConfirming: boolean;
}

/** `?confirming` means that the person comes back from the checkout. */
export function PremiumScreen() {
  const [params, setParams] = useSearchParams();
  const plans = useQuery(plansQuery);
  const status = useQuery(statusQuery);
  const isConfirming = params.has('confirming');
  const isActive = status.data?.isActive ?? false;
  const [isNew, setNew] = useState(false);
  // Stops if the person has paid, or if no payment is open, such as after a cancelled checkout.
  const isOver =
    isConfirming && (isActive || status.data?.status === 'ended' || status.data?.status === null);

  useEffect(() => {
    if (isOver) setNew(isActive);
  }, [isOver, isActive]);
  useWhenOnTop(isOver, () => setParams({}, { replace: true }));

  return (
    <>
      <Announcement>{isNew && isActive && words.premiumUnlocked}</Announcement>
      <Shown {...{ plans, status, isNew, isConfirming: isConfirming && !isOver }} />
    </>
  );
}

function Shown({ plans, status, isNew, isConfirming }: ShownProps) {
  const [, setParams] = useSearchParams();
  if (status.data?.isActive)
    return <PremiumUnlocked status={status.data} provider={plans.data?.provider} isNew={isNew} />;
  const failed = [status, plans].find(({ data, isError }) => isError && !data);
  if (failed)
    return (
      <LoadError
        message={failed.error?.message ?? words.premiumCouldNotBeLoaded}
        onRetry={() => void Promise.all([plans.refetch(), status.refetch()])}
      />
    );
  if (!plans.data || !status.data) return <PremiumSkeleton />;
  if (isConfirming)
    return <PaymentConfirmation onGiveUp={() => setParams({}, { replace: true })} />;
  if (!plans.data.isOffered)
    return (
      <EmptyState
        drawing={<SingingBird />}
        title={words.premiumIsNotOnOfferHere}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Link to={paths.home} className={buttonLook({ variant: 'secondary' })}>
              {words.goHome}
            </Link>
            {status.data.status !== null && <PastPayments />}
          </div>
        }
      />
    );
  return <PremiumOffer plans={plans.data} status={status.data} />;
}
