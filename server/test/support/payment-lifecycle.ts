import { expect, vi } from 'vitest';
import * as subscription from '@roost/contract/billing';
import { refreshByProviderId } from '../../src/billing/subscriptions/refresh-by-provider-id.ts';
import { reconcilePayments } from '../../src/billing/payments/reconcile-payments.ts';
import { findCurrent } from '../../src/billing/subscriptions/subscription.queries.ts';
import type { TestApp } from './app.ts';
import type { Member } from './cast.ts';
import type { FakeProvider, Signed, Truth } from './fake-provider.ts';
import { hastenJobs } from './vendor-graphile-worker.ts';
import type { Change, Forgery, Step } from './payment-steps.ts';
import { isPremium, lastEnd, latestEnd, subscriptionStatus, truthsOf } from './payment-truth.ts';
import { statusOf, until } from './premium.ts';
import { Refusal } from './test-client.ts';

const DAY = 86_400_000;

/** A few people and their subscriptions, here and at a fake provider. */
export class PaymentLifecycle {
  readonly #app: TestApp;
  readonly #provider: FakeProvider;
  readonly #people: Member[];
  /** All events that were sent with a valid signature. */
  readonly #sent: Signed[] = [];
  readonly #delivered = new Set<string>();

  constructor(app: TestApp, provider: FakeProvider, people: Member[]) {
    this.#app = app;
    this.#provider = provider;
    this.#people = people;
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'wait') vi.setSystemTime(Date.now() + step.days * DAY);
    else if (step.do === 'waitForEnd') this.#waitForEnd(step.who, step.days);
    else if (step.do === 'drop') this.#provider.outbox.length = 0;
    else if (step.do === 'reconcile') await this.assertTrue();
    else if (step.do === 'hourly') await this.#hourly(step.trouble);
    else if (step.do === 'deliver') await this.#deliver(step);
    else if (step.do === 'race') await this.#race(step.who, step.change);
    else if (step.do === 'forge') await this.#forge(step.who, step.how);
    else if (step.do === 'create')
      await this.#request(step.who, step.trouble, async (person) =>
        person.call(subscription.createSubscription, { body: { planId: step.plan } }),
      );
    else if (step.do === 'cancel')
      await this.#request(step.who, step.trouble, async (person) =>
        person.call(subscription.cancelSubscription, {}),
      );
    else await this.#change(step.change, step.who);
  }

  #person(index: number): Member {
    return this.#people[index] as Member;
  }

  #waitForEnd(index: number, days: number): void {
    const ends = truthsOf(this.#provider, this.#person(index).id).map(lastEnd);
    // The clock never goes back.
    vi.setSystemTime(Math.max(Date.now(), Math.max(0, ...ends) + days * DAY));
  }

  async #request(
    index: number,
    trouble: FakeProvider['trouble'],
    ask: (person: Member) => Promise<unknown>,
  ): Promise<void> {
    this.#provider.trouble = trouble;
    try {
      await ask(this.#person(index));
    } catch (error) {
      // The server may refuse a request, but must not fail in another way.
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 503 && trouble) return;
      // The machine was busy. Try again.
      if (error.status === 503) return await this.#request(index, trouble, ask);
      expect(error.body).toMatchObject({ status: 'fail' });
      expect(error.status).toBe(409);
    } finally {
      this.#provider.trouble = undefined;
    }
  }

  async #change(change: Change, index: number): Promise<void> {
    for (const { id } of truthsOf(this.#provider, this.#person(index).id)) {
      if (change === 'charge') this.#provider.charge(id);
      else if (change === 'stopAtProvider') await this.#provider.cancel(null, id, 'now');
      else this.#provider.fail(id, change === 'failForGood');
    }
  }

  /** Sends some waiting and some old events, in any order, many times and at once. */
  async #deliver(step: Extract<Step, { do: 'deliver' }>): Promise<void> {
    const { outbox } = this.#provider;
    const waiting = [...outbox, ...this.#sent];
    if (waiting.length === 0) return;
    const chosen = step.picks.map((pick) => waiting[pick % waiting.length] as Signed);
    if (step.all) chosen.push(...outbox);
    if (chosen.length === 0) return;
    this.#sent.push(...outbox.splice(0));
    this.#provider.trouble = step.trouble;
    const every = chosen.flatMap((event) => Array.from({ length: step.copies }, () => event));
    const statuses = await Promise.all(every.map(async (event) => this.#send(event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const { id } of chosen) if (id) this.#delivered.add(id);
    this.#provider.trouble = undefined;
    await this.#waitForEvents();
    await this.#assertDelivered();
  }

  /** A refresh that began before a change ends after the refresh that the change caused. */
  async #race(index: number, change: Change): Promise<void> {
    const newest = await findCurrent(this.#app.ctx, this.#person(index).id);
    if (!newest) return;
    const { started, release } = this.#provider.holdFetch(newest.provider_id);
    const early = refreshByProviderId(this.#app.ctx, newest.provider_id);
    await started;
    try {
      await this.#change(change, index);
      await this.#deliver({ do: 'deliver', picks: [], copies: 1, all: true });
    } finally {
      release();
    }
    await early;
    await this.#assertDelivered();
  }

  async #forge(index: number, how: Forgery): Promise<void> {
    const [truth] = truthsOf(this.#provider, this.#person(index).id);
    const body = {
      id: `evt_forged_${Math.random()}`,
      type: 'subscription.charged',
      subscription: truth?.id ?? null,
    };
    const good = this.#provider.event(body);
    const forged: Record<Forgery, [Signed, number]> = {
      unsigned: [{ ...good, headers: {} }, 400],
      wrongSecret: [this.#provider.event(body, 'guessed'), 400],
      altered: [{ ...good, raw: Buffer.concat([good.raw, Buffer.from(' ')]) }, 400],
      // A valid signature, but about a subscription of another application.
      nobody: [this.#provider.event({ ...body, subscription: 'sub_of_others' }), 200],
      noSubscription: [this.#provider.event({ ...body, subscription: null }), 200],
    };
    const [event, status] = forged[how];
    expect(await this.#send(event)).toBe(status);
    await this.#waitForEvents();
  }

  async #send({ raw, headers }: Signed): Promise<number> {
    const response = await fetch(`${this.#app.address}/api/subscription/webhook`, {
      method: 'POST',
      body: new Uint8Array(raw),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    await response.text();
    return response.status;
  }

  async #waitForEvents(): Promise<void> {
    await until(async () => {
      const open = await this.#app.ctx.db
        .selectFrom('payment_events')
        .select('id')
        .where('handled_at', 'is', null)
        .execute();
      // Jobs that failed while the provider was away would wait too long for a test.
      if (open.length > 0) await hastenJobs(this.#app, 'handlePaymentEvent');
      return open.length === 0;
    });
  }

  /** The hourly run refreshes every subscription after a day, and those that are unpaid or end soon. */
  async #hourly(trouble: 'away' | undefined): Promise<void> {
    await this.#waitForEvents();
    const before = await Promise.all(
      this.#people.map(async ({ id }) => findCurrent(this.#app.ctx, id)),
    );
    this.#provider.trouble = trouble;
    await reconcilePayments(this.#app.ctx, {});
    this.#provider.trouble = undefined;
    if (trouble) return;
    await this.#waitForEvents();
    for (const known of before) {
      if (!known || known.closed_at) continue;
      const isDue =
        !known.paid_until ||
        known.paid_until.getTime() < Date.now() + DAY ||
        known.refreshed_at.getTime() < Date.now() - DAY;
      if (isDue) await this.#assertStatus(known.user_id);
    }
  }

  /** The state of delivered events is visible at once. */
  async #assertDelivered(): Promise<void> {
    for (const { id } of this.#people) {
      const newest = await findCurrent(this.#app.ctx, id);
      if (newest && this.#isDelivered(newest.provider_id)) await this.#assertStatus(id);
      const truths = this.#known(id);
      if (!truths.every((truth) => this.#isDelivered(truth.id))) continue;
      const { isActive } = await statusOf(this.#member(id));
      expect(isActive, 'as delivered').toBe(truths.some(isPremium));
    }
  }

  #isDelivered(id: string): boolean {
    const newest = this.#provider.newest.get(id);
    return newest === undefined || this.#delivered.has(newest);
  }

  async #assertStatus(userId: string): Promise<void> {
    const newest = await findCurrent(this.#app.ctx, userId);
    const { status } = await statusOf(this.#member(userId));
    expect(status).toBe(
      newest ? subscriptionStatus(this.#provider.truthOf(newest.provider_id)) : null,
    );
  }

  #member(userId: string): Member {
    return this.#people.find(({ id }) => id === userId) as Member;
  }

  /** Subscriptions that this server can know. An event adopts one whose creation response was lost. */
  #known(userId: string): Truth[] {
    return truthsOf(this.#provider, userId).filter(
      ({ id }) =>
        !this.#provider.lost.has(id) || [...this.#delivered].some((event) => event.endsWith(id)),
    );
  }

  /** Nobody has Premium for longer than the paid time and its grace. */
  async assertNobodyHasMore(): Promise<void> {
    for (const person of this.#people) {
      const { isActive } = await statusOf(person);
      const most = truthsOf(this.#provider, person.id).map(latestEnd);
      if (isActive) expect(Date.now()).toBeLessThan(Math.max(0, ...most));
    }
  }

  /** After a full reconciliation, everything equals the provider's state. */
  async assertTrue(): Promise<void> {
    await this.#waitForEvents();
    await reconcilePayments(this.#app.ctx, { all: true });
    await this.#waitForEvents();
    const { db } = this.#app.ctx;
    for (const { id } of this.#people) {
      await this.#assertStatus(id);
      const truths = this.#known(id);
      const { isActive } = await statusOf(this.#member(id));
      expect(isActive).toBe(truths.some(isPremium));
      const rows = await db
        .selectFrom('payments')
        .select('provider_id')
        .where('user_id', '=', id)
        .execute();
      const paid = truths.flatMap(({ payments }) => payments.map((payment) => payment.id));
      expect(rows.map((row) => row.provider_id).toSorted()).toEqual(paid.toSorted());
      const open = await db
        .selectFrom('subscriptions')
        .select('id')
        .where('user_id', '=', id)
        .where('closed_at', 'is', null)
        .execute();
      expect(open.length).toBeLessThanOrEqual(1);
    }
  }
}
