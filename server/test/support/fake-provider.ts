import type { IncomingHttpHeaders } from 'node:http';
import {
  ProviderUnavailable,
  type Order,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderState,
} from '../../src/billing/provider/payment-provider.ts';
import { addPeriod } from '../../src/billing/provider/add-period.ts';
import { isSigned, sign } from '../../src/billing/provider/signature.ts';

const SECRET = 'the secret of the stand-in';

/** A subscription in the fake provider. Tests compare all else with it. */
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

/** A payment provider in memory. Its clock is the test's clock. Its events wait in `outbox`. */
export class FakeProvider implements PaymentProvider {
  readonly name = 'razorpay';
  readonly all = new Map<string, Truth>();
  readonly outbox: Signed[] = [];
  /** The id of the newest event of each subscription. */
  readonly newest = new Map<string, string>();
  /** Subscriptions whose creation response was lost. */
  readonly lost = new Set<string>();
  /** How the next request fails: before the provider acts (away), or after it (lost). */
  trouble: 'away' | 'lost' | undefined;
  readonly #held = new Map<string, { started: () => void; until: Promise<void> }>();
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

  async fetchState(_ctx: unknown, { id }: { id: string }): Promise<ProviderState | null> {
    if (this.trouble) throw new ProviderUnavailable(1);
    if (!this.all.has(id)) return null;
    const truth = this.truthOf(id);
    const phase = truth.status === 'retrying' ? 'live' : truth.status;
    // A copy of the current state. Later changes do not affect it.
    const state = structuredClone({
      phase,
      payments: truth.payments,
      isEnding: truth.isEnding,
      isRetrying: truth.status === 'retrying',
      order: truth.order,
    });
    const held = this.#held.get(id);
    this.#held.delete(id);
    held?.started();
    await (held?.until ?? new Promise((resolve) => setTimeout(resolve, Math.random() * 5)));
    return state;
  }

  /** Holds the response to the next state request of this subscription until `release`. */
  holdFetch(id: string): { started: Promise<void>; release: () => void } {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    this.#held.set(id, { started: resolve, until });
    return { started, release };
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

  /** Charges the next period if one is due. The period begins at the current time. */
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

  /** Lets a due payment fail, for now or for good. */
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
