import type { IncomingHttpHeaders } from 'node:http';
import type { PlanName } from '@roost/contract/subscription';
import type { RazorpayConfig } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Page } from '../../http/document.ts';
import { Circuit } from '../circuit.ts';
import {
  ProviderRefused,
  ProviderUnavailable,
  REFUSED_RETRY,
  type Buyer,
  type Order,
  type PaymentProvider,
  type Phase,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderState,
} from '../payment-provider.ts';
import { addPeriod } from '../period.ts';
import { isSigned } from '../signature.ts';
import { checkoutPage } from './checkout-page.ts';
import { RazorpayApi, type RazorpayInvoice } from './razorpay-api.ts';
import { readRazorpayEvent } from './razorpay-event.ts';
import { orderOf, toNotes } from './razorpay-order.ts';

/** Payments of a monthly subscription before it ends by itself; as many invoices as one call can list. */
const MONTHS = 100;
/** Seconds a checkout can be paid at. */
const CHECKOUT_LASTS = 24 * 3_600;

const phases = new Map<string, Phase>([
  ['created', 'unpaid'],
  ['authenticated', 'unpaid'],
  ['active', 'live'],
  // A payment failed and is tried again.
  ['pending', 'live'],
  ['halted', 'lapsed'],
  ['paused', 'paused'],
  ['cancelled', 'over'],
  ['completed', 'over'],
  ['expired', 'over'],
]);

/** Razorpay's subscriptions, paid in its own form, which a page of ours opens. */
export class Razorpay implements PaymentProvider {
  readonly name = 'razorpay';
  readonly #config: RazorpayConfig;
  readonly #api: RazorpayApi;
  readonly #circuit = new Circuit();
  /** Plans found to cost there what we say they cost. */
  readonly #fitting = new Set<string>();

  constructor(config: RazorpayConfig) {
    this.#config = config;
    this.#api = new RazorpayApi(config);
  }

  planId(plan: PlanName): string {
    return plan === 'Monthly' ? this.#config.monthlyPlan : this.#config.annualPlan;
  }

  async create(ctx: Context, order: Order, _buyer: Buyer, signal: AbortSignal): Promise<string> {
    return this.#ask(ctx, signal, async () => {
      await this.#assertFits(order, signal);
      const { id } = await this.#api.createSubscription(
        {
          plan_id: this.planId(order.plan),
          // A year is one period that never renews (contract §7).
          total_count: order.plan === 'Monthly' ? MONTHS : 1,
          quantity: 1,
          // It would mail a link: nobody may pay for what we might not have heard of.
          customer_notify: false,
          expire_by: Math.floor(Date.now() / 1_000) + CHECKOUT_LASTS,
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

  checkoutPage(order: Order, id: string, buyer: Buyer): Page {
    return checkoutPage(this.#config, order, id, buyer);
  }

  async look(
    ctx: Context,
    { id, plan }: { id: string; plan: PlanName | null },
    signal: AbortSignal,
  ): Promise<ProviderState | null> {
    return this.#ask(ctx, signal, async () => {
      const found = await this.#api.findSubscription(id, signal);
      if (!found) return null;
      const phase = phaseOf(found);
      const order = orderOf(found);
      const invoices = await this.#api.findInvoices(id, signal);
      const payments = invoices.flatMap((invoice) =>
        paymentOf(invoice, plan ?? order?.plan ?? 'Monthly'),
      );
      // Paid, and told by an invoice before the status follows: what is paid is paid.
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
    await this.#ask(ctx, signal, async () => {
      try {
        await this.#api.cancelSubscription(id, when === 'atPeriodEnd', signal);
      } catch (error) {
        if (!(error instanceof ProviderRefused) || error.answer !== 400) throw error;
        // "Not cancellable in … status": fine where that is what was wanted.
        const found = await this.#api.findSubscription(id, signal);
        if (found && phaseOf(found) !== 'over') throw error;
      }
    });
  }

  readEvent(raw: Buffer, headers: IncomingHttpHeaders): ProviderEvent | null {
    if (!isSigned(raw, headers['x-razorpay-signature'], this.#config.webhookSecret)) return null;
    return readRazorpayEvent(raw, headers['x-razorpay-event-id']);
  }

  /** One piece of work for the circuit, however many questions. Whoever runs the place reads why something was refused. */
  async #ask<T>(ctx: Context, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#circuit.run(signal, work);
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      const { answer, reason } = error;
      ctx.log.error({ answer, reason }, 'Razorpay refused');
      // Our keys: it is no use to ask about anything else.
      if (answer === 401 || answer === 403) throw new ProviderUnavailable(REFUSED_RETRY);
      throw error;
    }
  }

  /** People pay what our page says, or nothing at all. */
  async #assertFits(order: Order, signal: AbortSignal): Promise<void> {
    const id = this.planId(order.plan);
    if (this.#fitting.has(id)) return;
    const { item, period, interval } = await this.#api.findPlan(id, signal);
    const there = `${item.amount} ${item.currency} ${interval} ${period}`;
    const here = `${order.amount} INR 1 ${order.plan === 'Monthly' ? 'monthly' : 'yearly'}`;
    if (there !== here)
      throw new ProviderRefused(200, `plan ${id} is "${there}" there, but "${here}" here`);
    this.#fitting.add(id);
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
