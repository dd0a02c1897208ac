import { createSubscription, type Plan } from '@roost/contract/billing';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api/api.ts';

/** Opens the provider's checkout page. It is a full page load, because that page has another security policy. */
export function useCheckout(): { isLeaving: boolean; goTo: (plan: Plan) => Promise<void> } {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    // After Back, the browser may restore this page in the state in which the person left it.
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
      // The API client already shows a toast.
      setLeaving(false);
    }
  }
  return { isLeaving, goTo };
}
