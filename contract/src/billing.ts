import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, success, time } from './wire.ts';

export const planName = z.enum(['Monthly', 'Annual']);
export type PlanName = z.infer<typeof planName>;

export const subscriptionState = z.enum(['pending', 'active', 'grace', 'cancelled', 'ended']);
export type SubscriptionState = z.infer<typeof subscriptionState>;

const plan = z.object({
  id: z.string(),
  name: planName,
  /** The price of one `duration` in rupees. */
  price: z.number(),
  duration: z.enum(['month', 'year']),
  /** The price as English text, such as 'Rs 480 a year'. The web app builds its own from `price` and `duration`. */
  buttonText: z.string(),
});
export type Plan = z.infer<typeof plan>;

/** The subscription of the viewer. Without any subscription, all fields are null or false. */
const status = z.object({
  isActive: z.boolean(),
  plan: planName.nullable(),
  status: subscriptionState.nullable(),
  startDate: time.nullable(),
  endDate: time.nullable(),
  paymentProvider: z.string().nullable(),
  cancelAtPeriodEnd: z.boolean(),
});
export type SubscriptionStatus = z.infer<typeof status>;

const payment = z.object({
  _id: id,
  plan: planName,
  /** The amount in rupees, or in the main unit of another currency. */
  amount: z.number(),
  currency: z.string(),
  paidAt: time,
  periodStart: time,
  periodEnd: time,
});
export type Payment = z.infer<typeof payment>;

export const getPlans = endpoint({
  method: 'GET',
  path: '/api/subscription/plans',
  summary: 'What Premium costs, and whether it can be had here',
  auth: 'member',
  limit: 'reads',
  response: z.object({
    status: z.literal('success'),
    MONTHLY: plan,
    ANNUAL: plan,
    isOffered: z.boolean(),
    /** The present payment provider. An earlier subscription may have another one. */
    provider: z.string(),
  }),
});

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/subscription/status',
  summary: 'The viewer’s newest subscription',
  auth: 'member',
  limit: 'reads',
  response: status,
});

export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/subscription/create',
  summary: 'Begin to pay for a plan; asked again, the same subscription until it is paid',
  auth: 'member',
  limit: 'subscriptions',
  isRepeatable: true,
  body: z.object({ planId: z.string('Choose a plan.').max(100, 'Choose a plan.') }),
  response: z.object({
    status: z.literal('success'),
    subscriptionId: z.string(),
    provider: z.string(),
    /** The address of the checkout. Clients open it with a full page load. */
    checkout: z.url({ protocol: /^https?$/ }),
  }),
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/subscription/cancel',
  summary: 'Let the monthly subscription end with the time paid for; again changes nothing',
  auth: 'member',
  limit: 'subscriptions',
  isRepeatable: true,
  response: z.object({ success: z.literal(true), status: subscriptionState }),
});

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/subscription/payments',
  summary: 'What the viewer paid, newest first; the 100 newest',
  auth: 'member',
  limit: 'reads',
  response: success(z.array(payment)),
});
