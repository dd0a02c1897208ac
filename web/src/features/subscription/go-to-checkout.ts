import { createSubscription, type Plan } from '@roost/contract/subscription';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';

/** Leaves the app for the page one pays at: a full load, since other rules hold there. */
export function useCheckout(): { isLeaving: boolean; goTo: (plan: Plan) => Promise<void> } {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    // Come back to by the browser's own Back, the page stands as it was left.
    const onShow = (event: PageTransitionEvent) => event.persisted && setLeaving(false);
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);
  async function goTo(plan: Plan) {
    setLeaving(true);
    try {
      const { checkout } = await call(createSubscription, { body: { planId: plan.id } });
      location.assign(checkout);
    } catch {
      // Said by its toast.
      setLeaving(false);
    }
  }
  return { isLeaving, goTo };
}
