import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@roost/contract/errors';
import type { PlanName } from '@roost/contract/billing';
import type { Context } from '../../kernel/context.ts';
import type { Page } from '../../platform/http/documents/document.ts';
import type { Locale } from '../../platform/locale.ts';

/** Seconds. An operator must first correct the cause of a refusal. */
export const REFUSED_RETRY_SECONDS = 600;

/**
 * The phase of a subscription at its provider. `unpaid`: no payment yet. `live`: paid, or the provider retries a
 * payment. `paused`: the operator paused it there. `lapsed`: the provider stopped retrying, but the subscription is not
 * final. `over`: final.
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

/** The current state of a subscription at its provider. */
export interface ProviderState {
  phase: Phase;
  /** All successful payments. */
  payments: ProviderPayment[];
  /** Whether the provider will not renew it. */
  isEnding: boolean;
  /** Whether a payment failed and the provider tries again. */
  isRetrying: boolean;
  /**
   * The order that we sent when we created it. Null if the provider does not return it, or somebody else created it.
   */
  order: Order | null;
}

export interface Order {
  /** Our own id of the subscription. We send it to the provider. */
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

/** The person who reads a checkout page. */
export interface CheckoutReader extends Buyer {
  /** The name of the site. */
  site: string;
  locale: Locale;
}

/** An event with a valid signature. It is only a hint to refresh the subscription that it names. */
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

/** Takes money. All providers work alike: create, hosted checkout, signed event. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'razorpay' | 'off';
  /** The provider's own id of a plan. Clients may use it too. */
  planId(plan: PlanName): string | null;
  /**
   * Creates a subscription and returns the provider's id. The provider charges nothing until the person pays at the
   * checkout.
   */
  create(ctx: Context, order: Order, buyer: Buyer, signal: AbortSignal): Promise<string>;
  /** The path or URL where people pay. `order` is our own id. */
  checkoutOf(ids: { order: string; subscription: string }): string;
  /** The checkout page, if this server shows it instead of the provider. */
  checkoutPage?(order: Order, id: string, reader: CheckoutReader): Page;
  /**
   * Reads the state of a subscription. Returns null if the provider does not know it. `plan` is the sold plan, or null
   * if we don't know it.
   */
  fetchState(
    ctx: Context,
    subscription: { id: string; plan: PlanName | null },
    signal: AbortSignal,
  ): Promise<ProviderState | null>;
  /** Stops further payments. Succeeds if the subscription is already cancelled. */
  cancel(ctx: Context, id: string, when: 'now' | 'atPeriodEnd', signal: AbortSignal): Promise<void>;
  /** Parses the event in a request. Returns null if the signature is wrong. */
  readEvent(raw: Buffer, headers: IncomingHttpHeaders): ProviderEvent | null;
  /** Receives this server's address once, at the start. */
  listensAt?(address: string): void;
}

/** The provider is away, slow or failing. We learned nothing, and a later attempt may succeed. */
export class ProviderUnavailable extends AppError {
  constructor(retryAfter: number) {
    super('unavailable', {
      message: 'The payment provider does not answer right now. Please try again shortly.',
      retryAfter,
    });
  }
}

/**
 * The provider refused a request, or sent an answer that we can't parse. It concerns one subscription and needs an
 * operator.
 */
export class ProviderRefused extends AppError {
  /** The HTTP status of the provider's answer. */
  readonly answer: number;
  /** For the operator's log. */
  readonly reason: string;

  constructor(answer: number, reason: string) {
    super('unavailable', {
      message: 'The payment provider does not accept this right now. Please try again later.',
      retryAfter: REFUSED_RETRY_SECONDS,
    });
    this.answer = answer;
    this.reason = reason;
  }
}

declare module '../../kernel/context.ts' {
  interface Context {
    readonly payments: PaymentProvider;
  }
}
