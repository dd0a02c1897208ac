import type { Answer } from '@roost/contract/endpoint';
import type { getPlans, SubscriptionStatus } from '@roost/contract/subscription';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Confirming } from '../features/subscription/confirming.tsx';
import { PastPayments } from '../features/subscription/payment-history.tsx';
import { PremiumOffer } from '../features/subscription/premium-offer.tsx';
import { PremiumSkeleton } from '../features/subscription/premium-skeleton.tsx';
import { PremiumUnlocked } from '../features/subscription/premium-unlocked.tsx';
import { SingingBird } from '../features/subscription/singing-bird.tsx';
import { plansQuery, statusQuery } from '../features/subscription/subscription.query.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { buttonLook } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export function PremiumScreen() {
  usePageTitle('Premium');
  return (
    <>
      <PageHeader title="Premium" />
      <Premium />
    </>
  );
}

interface ShownProps {
  plans: UseQueryResult<Answer<typeof getPlans>>;
  status: UseQueryResult<SubscriptionStatus>;
  isNew: boolean;
  isConfirming: boolean;
}

/** `?confirming`: the checkout has sent somebody back here. */
function Premium() {
  const [params, setParams] = useSearchParams();
  const plans = useQuery(plansQuery);
  const status = useQuery(statusQuery);
  const isConfirming = params.has('confirming');
  const isActive = status.data?.isActive ?? false;
  const [isNew, setNew] = useState(false);
  // Paid; or there is nothing that could still be, as when the checkout was given up for another.
  const isOver =
    isConfirming && (isActive || status.data?.status === 'ended' || status.data?.status === null);

  useEffect(() => {
    if (!isOver) return;
    setNew(isActive);
    setParams({}, { replace: true });
  }, [isOver, isActive, setParams]);

  return (
    <>
      {/* There before its words, or they would not be read out. */}
      <p role="status" className="sr-only">
        {isNew && isActive ? 'Premium Unlocked!' : ''}
      </p>
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
        message={failed.error?.message ?? 'Premium could not be loaded.'}
        onRetry={() => void Promise.all([plans.refetch(), status.refetch()])}
      />
    );
  if (!plans.data || !status.data) return <PremiumSkeleton />;
  if (isConfirming) return <Confirming onGiveUp={() => setParams({}, { replace: true })} />;
  if (!plans.data.isOffered)
    return (
      <EmptyState
        drawing={<SingingBird />}
        title="Premium is not on offer here."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Link to="/home" className={buttonLook({ variant: 'secondary' })}>
              Go home
            </Link>
            {status.data.status !== null && <PastPayments />}
          </div>
        }
      />
    );
  return <PremiumOffer plans={plans.data} status={status.data} />;
}
