import type { IncomingHttpHeaders } from 'node:http';
import {
  ProviderUnavailable,
  type Order,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderState,
} from '../src/payments/payment-provider.ts';
import { addPeriod } from '../src/payments/period.ts';
import { isSigned, sign } from '../src/payments/signature.ts';

const SECRET = 'the secret of the stand-in';

/** A subscription as a provider has it: the truth that all else is held against. */
export interface Truth {
  id: string;
  order: Order;
  status: 'unpaid' | 'live' | 'retrying' | 'lapsed' | 'over';
  payments: ProviderPayment[];
  isEnding: boolean;
}

export interface Signed {
  id?: string;
  raw: Buffer;
  headers: Record<string, string>;
}

/** A payment provider in memory, on the clock of whoever drives it. What happens there is told by events that wait in `outbox`. */
export class FakeProvider implements PaymentProvider {
  readonly name = 'razorpay';
  readonly all = new Map<string, Truth>();
  readonly outbox: Signed[] = [];
  /** The id of the newest event about each. */
  readonly newest = new Map<string, string>();
  /** Those whose making we were not told of. */
  readonly lost = new Set<string>();
  /** What is asked next is not answered: before it was done, or after. */
  trouble: 'away' | 'lost' | undefined;
  readonly #held = new Map<string, { taken: () => void; until: Promise<void> }>();
  #number = 0;

  planId(plan: string): string {
    return `plan_${plan}`;
  }

  async create(_ctx: unknown, order: Order): Promise<string> {
    if (this.trouble === 'away') throw new ProviderUnavailable(1);
    const id = `sub_${(this.#number += 1)}_${Math.random().toString(36).slice(2)}`;
    this.all.set(id, { id, order, status: 'unpaid', payments: [], isEnding: false });
    if (this.trouble === 'lost') {
      this.lost.add(id);
      throw new ProviderUnavailable(1);
    }
    return id;
  }

  checkoutOf({ subscription }: { subscription: string }): string {
    return `https://pay.example/${subscription}`;
  }

  async look(_ctx: unknown, { id }: { id: string }): Promise<ProviderState | null> {
    if (this.trouble) throw new ProviderUnavailable(1);
    if (!this.all.has(id)) return null;
    const truth = this.truthOf(id);
    const phase = truth.status === 'retrying' ? 'live' : truth.status;
    // As it is at this moment, whatever becomes of it on the way.
    const state = structuredClone({
      phase,
      payments: truth.payments,
      isEnding: truth.isEnding,
      isRetrying: truth.status === 'retrying',
      order: truth.order,
    });
    const held = this.#held.get(id);
    this.#held.delete(id);
    held?.taken();
    await (held?.until ?? new Promise((resolve) => setTimeout(resolve, Math.random() * 5)));
    return state;
  }

  /** Keeps the answer to the next look at this one back until it is let go. */
  holdLook(id: string): { taken: Promise<void>; letGo: () => void } {
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    const { promise: until, resolve: letGo } = Promise.withResolvers<void>();
    this.#held.set(id, { taken: resolve, until });
    return { taken, letGo };
  }

  async cancel(_ctx: unknown, id: string, when: 'now' | 'atPeriodEnd'): Promise<void> {
    if (this.trouble) throw new ProviderUnavailable(1);
    const truth = this.truthOf(id);
    if (truth.status === 'over') return;
    if (when === 'atPeriodEnd' && truth.status === 'live') truth.isEnding = true;
    else truth.status = 'over';
    this.tell(id, 'subscription.cancelled');
  }

  readEvent(raw: Buffer, headers: IncomingHttpHeaders): ProviderEvent | null {
    if (!isSigned(raw, headers['x-fake-signature'], SECRET)) return null;
    return JSON.parse(raw.toString('utf8')) as ProviderEvent;
  }

  truthOf(id: string): Truth {
    const truth = this.all.get(id);
    if (!truth) throw new Error(`there is no ${id}`);
    const isPast = (truth.payments.at(-1)?.periodEnd.getTime() ?? Infinity) <= Date.now();
    if (truth.isEnding && isPast) truth.status = 'over';
    return truth;
  }

  /** Takes a payment for the next period, if there is one to be taken; its end is when the clock stands there. */
  charge(id: string): boolean {
    const truth = this.truthOf(id);
    if (truth.isEnding || truth.status === 'over' || truth.status === 'lapsed') return false;
    const last = truth.payments.at(-1)?.periodEnd;
    if (last && last.getTime() > Date.now()) return false;
    const from = last ?? new Date();
    const { plan, amount } = truth.order;
    truth.payments.push({
      id: `pay_${(this.#number += 1)}_${id}`,
      amount,
      currency: 'INR',
      paidAt: new Date(),
      periodStart: from,
      periodEnd: addPeriod(from, plan),
    });
    truth.status = plan === 'Annual' ? 'over' : 'live';
    this.tell(id, 'subscription.charged');
    return true;
  }

  /** A payment that is due fails: for now, or for good. */
  fail(id: string, forGood: boolean): void {
    const truth = this.truthOf(id);
    const isDue = (truth.payments.at(-1)?.periodEnd.getTime() ?? Infinity) <= Date.now();
    if (!isDue || truth.status === 'over' || truth.status === 'lapsed') return;
    truth.status = forGood ? 'lapsed' : 'retrying';
    this.tell(id, forGood ? 'subscription.halted' : 'subscription.pending');
  }

  tell(subscription: string, type: string): void {
    const id = `evt_${(this.#number += 1)}_${subscription}`;
    this.newest.set(subscription, id);
    this.outbox.push({ ...this.event({ id, type, subscription }), id });
  }

  event(body: object, secret = SECRET): Signed {
    const raw = Buffer.from(JSON.stringify(body));
    return { raw, headers: { 'X-Fake-Signature': sign(raw, secret) } };
  }
}
