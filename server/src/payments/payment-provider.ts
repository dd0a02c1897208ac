import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@roost/contract/errors';
import type { PlanName } from '@roost/contract/subscription';
import type { Context } from '../context.ts';

/**
 * Where a subscription stands at its provider: nothing paid yet; paid and going on, or a payment being tried again;
 * no longer tried, but not final; final.
 */
export type Phase = 'unpaid' | 'live' | 'lapsed' | 'over';

export interface ProviderPayment {
  id: string;
  /** In paise. */
  amount: number;
  currency: string;
  paidAt: Date;
  periodStart: Date;
  periodEnd: Date;
}

/** All there is to know of a subscription, as its provider has it now. */
export interface ProviderState {
  phase: Phase;
  /** Every one that succeeded. */
  payments: ProviderPayment[];
  /** Known not to renew. */
  isEnding: boolean;
}

export interface Order {
  userId: string;
  plan: PlanName;
  /** In paise. */
  amount: number;
  name: string;
  email: string;
}

/** What an event with the right signature says; only a hint to look at the subscription it names. */
export interface ProviderEvent {
  id: string;
  type: string;
  subscription: string | null;
  body: unknown;
}

/** Takes money. Create, hosted checkout, signed event: the same way for each. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'razorpay' | 'off';
  /** The provider's own id of a plan; a client may name it by that. */
  planId(plan: PlanName): string | null;
  /** Begins a subscription. Nothing is charged before the person pays at `checkout`, an address or a path of ours. */
  create(
    ctx: Context,
    order: Order,
    signal: AbortSignal,
  ): Promise<{ id: string; checkout: string }>;
  look(ctx: Context, id: string, signal: AbortSignal): Promise<ProviderState>;
  /** No further payment is taken; one that is cancelled already is a success. */
  cancel(ctx: Context, id: string, when: 'now' | 'atPeriodEnd', signal: AbortSignal): Promise<void>;
  /** The event in a request's bytes, or null where its signature is not right. */
  readEvent(raw: Buffer, headers: IncomingHttpHeaders): ProviderEvent | null;
  /** Told once where this application listens. */
  listensAt?(address: string): void;
}

/** The provider is away, slow or failing: nothing was found out, and trying later makes sense. */
export class ProviderUnavailable extends AppError {
  constructor(retryAfter: number) {
    super('unavailable', {
      message: 'The payment provider does not answer right now. Please try again shortly.',
      retryAfter,
    });
  }
}
