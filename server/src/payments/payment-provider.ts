import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@roost/contract/errors';
import type { PlanName } from '@roost/contract/subscription';
import type { Context } from '../context.ts';
import type { Page } from '../http/document.ts';

/** Seconds after which what made a provider refuse may have been mended. */
export const REFUSED_RETRY = 600;

/**
 * Where a subscription stands at its provider: nothing paid yet; paid and going on, or a payment being tried again;
 * halted there by whoever runs the place; no longer tried, but not final; final.
 */
export type Phase = 'unpaid' | 'live' | 'paused' | 'lapsed' | 'over';

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
  /** A payment failed and is tried again. */
  isRetrying: boolean;
  /** What we said it is for when it was made; null where that can't be told, or it was not us. */
  order: Order | null;
}

export interface Order {
  /** Our own id of the subscription, which goes with it to the provider. */
  id: string;
  userId: string;
  plan: PlanName;
  /** In paise. */
  amount: number;
}

export interface Buyer {
  name: string;
  email: string;
}

/** What an event with the right signature says; only a hint to look at the subscription it names. */
export interface ProviderEvent {
  id: string;
  type: string;
  subscription: string | null;
  payment?: string | undefined;
  /** In paise. */
  amount?: number | undefined;
  status?: string | undefined;
  happenedAt?: Date | undefined;
}

/** Takes money. Create, hosted checkout, signed event: the same way for each. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'razorpay' | 'off';
  /** The provider's own id of a plan; a client may name it by that. */
  planId(plan: PlanName): string | null;
  /** Begins a subscription and gives the provider's id of it. Nothing is charged before the person pays at its checkout. */
  create(ctx: Context, order: Order, buyer: Buyer, signal: AbortSignal): Promise<string>;
  /** Where one pays: a path of ours, or an address. `order`: our own id of it. */
  checkoutOf(ids: { order: string; subscription: string }): string;
  /** What is shown there, where the page is not the provider's own. */
  checkoutPage?(order: Order, id: string, buyer: Buyer): Page;
  /** Null: there is no such subscription. `plan`: what it was sold as; null where we don't know it. */
  look(
    ctx: Context,
    subscription: { id: string; plan: PlanName | null },
    signal: AbortSignal,
  ): Promise<ProviderState | null>;
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

/** The provider said no, or what we can't make sense of: about this one thing, until somebody has looked into it. */
export class ProviderRefused extends AppError {
  /** The status of its answer. */
  readonly answer: number;
  /** For whoever runs the place. */
  readonly reason: string;

  constructor(answer: number, reason: string) {
    super('unavailable', {
      message: 'The payment provider does not accept this right now. Please try again later.',
      retryAfter: REFUSED_RETRY,
    });
    this.answer = answer;
    this.reason = reason;
  }
}
