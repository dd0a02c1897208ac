import { getPlans, getSubscription, listPayments } from '@roost/contract/billing';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

export const subscriptionKeys = {
  all: ['subscription'],
  plans: ['subscription', 'plans'],
  status: ['subscription', 'status'],
  payments: ['subscription', 'payments'],
} as const;

export const plansQuery = queryOptions({
  queryKey: subscriptionKeys.plans,
  queryFn: async ({ signal }) => call(getPlans, { signal }, { quiet: true }),
});

/** Refetched on every visit and focus, because the person may return from the checkout. */
export const statusQuery = queryOptions({
  queryKey: subscriptionKeys.status,
  queryFn: async ({ signal }) => call(getSubscription, { signal }, { quiet: true }),
  staleTime: 0,
  refetchOnWindowFocus: true,
});

export const paymentsQuery = queryOptions({
  queryKey: subscriptionKeys.payments,
  queryFn: async ({ signal }) => (await call(listPayments, { signal }, { quiet: true })).data,
  staleTime: 0,
});
