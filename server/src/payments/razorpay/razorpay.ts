import type { IncomingHttpHeaders } from 'node:http';
import { createHash } from 'node:crypto';
import type { PlanName } from '@roost/contract/subscription';
import { z } from 'zod';
import type { RazorpayConfig } from '../../config.ts';
import type { Context } from '../../context.ts';
import {
  ProviderUnavailable,
  type Order,
  type PaymentProvider,
  type Phase,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderState,
} from '../payment-provider.ts';
import { addPeriod } from '../period.ts';
import { isSigned } from '../signature.ts';
import {
  RazorpayApi,
  RazorpayRefusal,
  type RazorpayInvoice,
  type RazorpaySubscription,
} from './razorpay-api.ts';

/** Payments of a monthly subscription before it ends by itself; as many invoices as one call can list. */
const MONTHS = 100;
/** Seconds a checkout can be paid at. */
const CHECKOUT_LASTS = 24 * 3_600;
/** Seconds after which what made Razorpay refuse may have been mended. */
const REFUSED_RETRY = 600;

const phases: Record<RazorpaySubscription['status'], Phase> = {
  created: 'unpaid',
  authenticated: 'unpaid',
  active: 'live',
  // A payment failed and is tried again.
  pending: 'live',
  halted: 'lapsed',
  paused: 'lapsed',
  cancelled: 'over',
  completed: 'over',
  expired: 'over',
};

const eventBody = z.object({
  event: z.string().max(100),
  payload: z
    .object({
      subscription: z.object({ entity: z.object({ id: z.string().max(100) }) }).optional(),
    })
    .optional(),
});

/** Razorpay's subscriptions, paid at the hosted page of each (its `short_url`). */
export class Razorpay implements PaymentProvider {
  readonly name = 'razorpay';
  readonly #config: RazorpayConfig;
  readonly #api: RazorpayApi;
  /** Plans found to cost there what we say they cost. */
  readonly #fitting = new Set<string>();

  constructor(config: RazorpayConfig) {
    this.#config = config;
    this.#api = new RazorpayApi(config);
  }

  planId(plan: PlanName): string {
    return plan === 'Monthly' ? this.#config.monthlyPlan : this.#config.annualPlan;
  }

  async create(ctx: Context, order: Order, signal: AbortSignal) {
    return this.#ask(ctx, async () => {
      await this.#assertFits(order, signal);
      const made = await this.#api.createSubscription(
        {
          plan_id: this.planId(order.plan),
          // A year is one period that never renews (contract §7).
          total_count: order.plan === 'Monthly' ? MONTHS : 1,
          quantity: 1,
          customer_notify: 1,
          expire_by: Math.floor(Date.now() / 1_000) + CHECKOUT_LASTS,
          notes: { user: order.userId, name: order.name },
          notify_info: { notify_email: order.email },
        },
        signal,
      );
      if (!made.short_url) throw new RazorpayRefusal(200, 'no checkout was given');
      return { id: made.id, checkout: made.short_url };
    });
  }

  async look(ctx: Context, id: string, signal: AbortSignal): Promise<ProviderState> {
    return this.#ask(ctx, async () => {
      const [found, invoices] = await Promise.all([
        this.#api.findSubscription(id, signal),
        this.#api.findInvoices(id, signal),
      ]);
      const plan = found.plan_id === this.#config.annualPlan ? 'Annual' : 'Monthly';
      const payments = invoices.flatMap((invoice) => paymentOf(invoice, plan));
      // Paid, and told by an invoice before the status follows: what is paid is paid.
      const phase = phases[found.status];
      const isAhead = phase === 'unpaid' && payments.length > 0;
      return { phase: isAhead ? 'live' : phase, payments, isEnding: false };
    });
  }

  async cancel(ctx: Context, id: string, when: 'now' | 'atPeriodEnd', signal: AbortSignal) {
    await this.#ask(ctx, async () => {
      try {
        await this.#api.cancelSubscription(id, when === 'atPeriodEnd', signal);
      } catch (error) {
        if (!(error instanceof RazorpayRefusal) || error.status !== 400) throw error;
        // "Not cancellable in … status": fine where that is what was wanted.
        const { status } = await this.#api.findSubscription(id, signal);
        if (phases[status] !== 'over') throw error;
      }
    });
  }

  readEvent(raw: Buffer, headers: IncomingHttpHeaders): ProviderEvent | null {
    if (!isSigned(raw, headers['x-razorpay-signature'], this.#config.webhookSecret)) return null;
    let body: unknown;
    try {
      body = JSON.parse(raw.toString('utf8'));
    } catch {
      return null;
    }
    const parsed = eventBody.safeParse(body);
    if (!parsed.success) return null;
    const given = headers['x-razorpay-event-id'];
    return {
      // The header is not signed, so a body that comes without it is known by itself.
      id:
        typeof given === 'string' && /^[\w-]{1,100}$/.test(given)
          ? given
          : createHash('sha256').update(raw).digest('hex'),
      type: parsed.data.event,
      subscription: parsed.data.payload?.subscription?.entity.id ?? null,
      body,
    };
  }

  /** A refusal is nothing the person could mend; whoever runs the place reads why. */
  async #ask<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RazorpayRefusal)) throw error;
      ctx.log.error({ err: error }, 'Razorpay refused');
      throw new ProviderUnavailable(REFUSED_RETRY);
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
      throw new RazorpayRefusal(200, `plan ${id} is "${there}" there, but "${here}" here`);
    this.#fitting.add(id);
  }
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
