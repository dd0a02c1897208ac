import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Confirming } from '../features/subscription/confirming.tsx';
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

/** `?confirming`: the checkout has sent somebody back here. */
function Premium() {
  const [params, setParams] = useSearchParams();
  const plans = useQuery(plansQuery);
  const status = useQuery(statusQuery);
  const isConfirming = params.has('confirming');
  const isActive = status.data?.isActive ?? false;
  const isOver = isConfirming && isActive;

  useEffect(() => {
    if (isOver) setParams({}, { replace: true });
  }, [isOver, setParams]);

  if (status.data && isActive) return <PremiumUnlocked status={status.data} />;
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
          <Link to="/home" className={buttonLook({ variant: 'secondary' })}>
            Go home
          </Link>
        }
      />
    );
  return <PremiumOffer plans={plans.data} status={status.data} />;
}
