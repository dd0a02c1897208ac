import type { Generated } from 'kysely';
import type { PlanName } from '@roost/contract/billing';
import type { CreatedAt } from '../created-at.ts';

/** Where a subscription stands at its provider: see `billing/provider/payment-provider.ts`. */
type Phase = 'unpaid' | 'live' | 'paused' | 'lapsed' | 'over';

export interface SubscriptionTables {
  subscriptions: Subscriptions;
  payments: Payments;
  payment_events: PaymentEvents;
  payment_checks: PaymentChecks;
}

interface Subscriptions {
  id: string;
  user_id: string;
  plan: PlanName;
  provider: string;
  /** Null until the provider has made it. */
  provider_id: Generated<string | null>;
  /** In paise. */
  amount: Generated<number>;
  provider_plan: Generated<string>;
  phase: Generated<Phase>;
  is_retrying: Generated<boolean>;
  refresh_number: Generated<number>;
  refreshed_at: Generated<Date>;
  started_at: Generated<Date | null>;
  paid_until: Generated<Date | null>;
  cancelled_at: Generated<Date | null>;
  closed_at: Generated<Date | null>;
  created_at: CreatedAt;
}

interface Payments {
  id: string;
  subscription_id: string;
  user_id: string;
  provider: string;
  provider_id: string;
  /** In paise. */
  amount: number;
  currency: string;
  paid_at: Date;
  period_start: Date;
  period_end: Date;
  receipt_sent_at: Generated<Date | null>;
  created_at: CreatedAt;
}

interface PaymentEvents {
  id: string;
  provider: string;
  event_id: string;
  type: string;
  subscription: string | null;
  payment: Generated<string | null>;
  /** In paise. */
  amount: Generated<number | null>;
  status: Generated<string | null>;
  happened_at: Generated<Date | null>;
  received_at: CreatedAt;
  handled_at: Generated<Date | null>;
  outcome: Generated<string | null>;
}

interface PaymentChecks {
  id: string;
  provider: string;
  asked: number;
  failed: number;
  not_asked: number;
  trouble: string | null;
  ended_at: Generated<Date>;
}
