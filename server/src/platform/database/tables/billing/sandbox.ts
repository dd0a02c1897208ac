import type { Generated } from 'kysely';
import type { PlanName } from '@roost/contract/billing';
import type { CreatedAt } from '../created-at.ts';

export interface SandboxTables {
  sandbox_subscriptions: SandboxSubscriptions;
  sandbox_payments: SandboxPayments;
}

interface SandboxSubscriptions {
  id: string;
  customer_id: string;
  name: string;
  email: string;
  plan: PlanName;
  amount: number;
  status: Generated<'created' | 'active' | 'retrying' | 'halted' | 'cancelled' | 'completed'>;
  ends_with_period: Generated<boolean>;
  period_end: Generated<Date | null>;
  failed_attempts: Generated<number>;
  created_at: CreatedAt;
}

interface SandboxPayments {
  id: string;
  subscription_id: string;
  amount: number;
  paid_at: Date;
  period_start: Date;
  period_end: Date;
}
