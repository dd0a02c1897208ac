import type { IncomingHttpHeaders } from 'node:http';
import type { PlanName } from '@roost/contract/billing';
import type { RazorpayConfig } from '../../../kernel/config.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Page } from '../../../platform/http/documents/document.ts';
import { withoutAddresses } from '../../../platform/log.ts';
import { CircuitBreaker } from '../circuit-breaker.ts';
import {
  ProviderRefused,
  ProviderUnavailable,
  REFUSED_RETRY_SECONDS,
  type Buyer,
  type CheckoutReader,
  type Order,
  type PaymentProvider,
  type Phase,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderState,
} from '../payment-provider.ts';
import { addPeriod } from '../add-period.ts';
import { isSigned } from '../signature.ts';
import { checkoutPage } from './checkout-page.ts';
import { RazorpayApi, type RazorpayInvoice } from './razorpay-api.ts';
import { readRazorpayEvent } from './razorpay-event.ts';
import { orderOf, toNotes } from './razorpay-order.ts';
import { wallClock } from '../../../lib/wall-clock.ts';

/** Razorpay ends a monthly subscription after this many payments. One call can list as many invoices. */
const MAX_MONTHLY_PAYMENTS = 100;
/** Seconds for which a checkout accepts a payment. */
const CHECKOUT_SECONDS = 24 * 3_600;

const phases = new Map<string, Phase>([
  ['created', 'unpaid'],
  ['authenticated', 'unpaid'],
  ['active', 'live'],
  // A payment failed and Razorpay tries again.
  ['pending', 'live'],
  ['halted', 'lapsed'],
  ['paused', 'paused'],
  ['cancelled', 'over'],
  ['completed', 'over'],
  ['expired', 'over'],
]);

/** Razorpay's subscriptions. People pay in Razorpay's own form, which a page of this server opens. */
export class Razorpay implements PaymentProvider {
  readonly name = 'razorpay';
  readonly #config: RazorpayConfig;
  readonly #api: RazorpayApi;
  readonly #circuitBreaker = new CircuitBreaker();
  /** Plans whose price at Razorpay equals our price. */
  readonly #verifiedPlans = new Set<string>();

  constructor(config: RazorpayConfig) {
    this.#config = config;
    this.#api = new RazorpayApi(config);
  }

  planId(plan: PlanName): string {
    return plan === 'Monthly' ? this.#config.monthlyPlan : this.#config.annualPlan;
  }

  async create(ctx: Context, order: Order, _buyer: Buyer, signal: AbortSignal): Promise<string> {
    return this.#call(ctx, signal, async () => {
      await this.#assertPlanPrice(order, signal);
      const { id } = await this.#api.createSubscription(
        {
          plan_id: this.planId(order.plan),
          // One annual period that never renews.
          total_count: order.plan === 'Monthly' ? MAX_MONTHLY_PAYMENTS : 1,
          quantity: 1,
          // Otherwise Razorpay would mail a payment link. Nobody may pay for a subscription whose creation response we
          // lost.
          customer_notify: false,
          expire_by: Math.floor(wallClock() / 1_000) + CHECKOUT_SECONDS,
          notes: toNotes(order),
        },
        signal,
      );
      return id;
    });
  }

  checkoutOf({ order }: { order: string }): string {
    return `/checkout/${order}`;
  }

  checkoutPage(order: Order, id: string, reader: CheckoutReader): Page {
    return checkoutPage(this.#config, order, id, reader);
  }

  async fetchState(
    ctx: Context,
    { id, plan }: { id: string; plan: PlanName | null },
    signal: AbortSignal,
  ): Promise<ProviderState | null> {
    return this.#call(ctx, signal, async () => {
      const found = await this.#api.findSubscription(id, signal);
      if (!found) return null;
      const phase = phaseOf(found);
      const order = orderOf(found);
      const invoices = await this.#api.findInvoices(id, signal);
      const payments = invoices.flatMap((invoice) =>
        paymentOf(invoice, plan ?? order?.plan ?? 'Monthly'),
      );
      // An invoice can be paid before the status follows. The payment counts.
      const isAhead = phase === 'unpaid' && payments.length > 0;
      return {
        phase: isAhead ? 'live' : phase,
        payments,
        isEnding: false,
        isRetrying: found.status === 'pending',
        order,
      };
    });
  }

  async cancel(ctx: Context, id: string, when: 'now' | 'atPeriodEnd', signal: AbortSignal) {
    await this.#call(ctx, signal, async () => {
      try {
        await this.#api.cancelSubscription(id, when === 'atPeriodEnd', signal);
      } catch (error) {
        if (!(error instanceof ProviderRefused) || error.answer !== 400) throw error;
        // Razorpay refuses to cancel in this status. That is fine if the subscription is already over.
        const found = await this.#api.findSubscription(id, signal);
        if (found && phaseOf(found) !== 'over') throw error;
      }
    });
  }

  readEvent(raw: Buffer, headers: IncomingHttpHeaders): ProviderEvent | null {
    const signature = headers['x-razorpay-signature'];
    const { webhookSecrets } = this.#config;
    if (!webhookSecrets.some((secret) => isSigned(raw, signature, secret))) return null;
    return readRazorpayEvent(raw, headers['x-razorpay-event-id']);
  }

  /** Runs one piece of work, with any number of requests, in the circuit breaker. Logs why Razorpay refused it. */
  async #call<T>(ctx: Context, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#circuitBreaker.run(signal, work);
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      const { answer } = error;
      const reason = withoutAddresses(error.reason);
      ctx.log.error({ answer, reason }, 'Razorpay refused');
      // Our keys are wrong, so all other requests would fail too.
      if (answer === 401 || answer === 403) throw new ProviderUnavailable(REFUSED_RETRY_SECONDS);
      throw error;
    }
  }

  /** Throws unless the plan's price at Razorpay equals the price on our page. */
  async #assertPlanPrice(order: Order, signal: AbortSignal): Promise<void> {
    const id = this.planId(order.plan);
    if (this.#verifiedPlans.has(id)) return;
    const { item, period, interval } = await this.#api.findPlan(id, signal);
    const actual = `${item.amount} ${item.currency} ${interval} ${period}`;
    const expected = `${order.amount} INR 1 ${order.plan === 'Monthly' ? 'monthly' : 'yearly'}`;
    if (actual !== expected)
      throw new ProviderRefused(200, `plan ${id} is "${actual}" there, but "${expected}" here`);
    this.#verifiedPlans.add(id);
  }
}

function phaseOf({ id, status }: { id: string; status: string }): Phase {
  const phase = phases.get(status);
  if (!phase) throw new ProviderRefused(200, `${id} is "${status}", which means nothing to us`);
  return phase;
}

function paymentOf(invoice: RazorpayInvoice, plan: PlanName): ProviderPayment[] {
  const { status, payment_id: id, paid_at: paid, amount, currency } = invoice;
  if (status !== 'paid' || !id || !paid) return [];
  const { billing_start: start, billing_end: end } = invoice;
  const paidAt = new Date(paid * 1_000);
  const periodStart = start ? new Date(start * 1_000) : paidAt;
  const isWhole = start && end && end > start;
  const periodEnd = isWhole ? new Date(end * 1_000) : addPeriod(periodStart, plan);
  return [{ id, amount, currency, paidAt, periodStart, periodEnd }];
}
