import type { ColumnType, Generated } from 'kysely';
import type { PlanName } from '@roost/contract/subscription';
import type { Phase } from '../../payments/payment-provider.ts';
import type { CreatedAt } from './created-at.ts';

export interface SubscriptionTables {
  subscriptions: Subscriptions;
  payments: Payments;
  payment_events: PaymentEvents;
}

interface Subscriptions {
  id: string;
  user_id: string;
  plan: PlanName;
  provider: string;
  provider_id: string;
  checkout: string;
  phase: Generated<Phase>;
  look: Generated<number>;
  looked_at: Generated<Date>;
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
  /** Written as JSON text. */
  body: ColumnType<unknown, string, never>;
  received_at: CreatedAt;
  handled_at: Generated<Date | null>;
  outcome: Generated<string | null>;
}
