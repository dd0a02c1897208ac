import { expect, vi } from 'vitest';
import * as subscription from '@roost/contract/subscription';
import { checkByProvider } from '../src/subscription/check-subscription.ts';
import { reconcilePayments } from '../src/subscription/reconcile-payments.ts';
import { findNewest } from '../src/subscription/subscription.queries.ts';
import type { TestApp } from './app.ts';
import type { Member } from './cast.ts';
import type { FakeProvider, Signed, Truth } from './fake-provider.ts';
import { hastenJobs } from './hasten-jobs.ts';
import type { Change, Forgery, Step } from './payment-steps.ts';
import { isPremium, lastEnd, latestEnd, standingOf, truthsOf } from './payment-truth.ts';
import { statusOf, until } from './premium.ts';
import { Refusal } from './visitor.ts';

const DAY = 86_400_000;

/** A few people and their subscriptions, here and at a provider. */
export class Life {
  readonly #app: TestApp;
  readonly #provider: FakeProvider;
  readonly #people: Member[];
  /** All that was ever sent with the right signature, and what it was about. */
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
      await this.#ask(step.who, step.trouble, async (person) =>
        person.call(subscription.createSubscription, { body: { planId: step.plan } }),
      );
    else if (step.do === 'cancel')
      await this.#ask(step.who, step.trouble, async (person) =>
        person.call(subscription.cancelSubscription, {}),
      );
    else await this.#change(step.change, step.who);
  }

  #person(index: number): Member {
    return this.#people[index] as Member;
  }

  #waitForEnd(index: number, days: number): void {
    const ends = truthsOf(this.#provider, this.#person(index).id).map(lastEnd);
    // Time never goes back.
    vi.setSystemTime(Math.max(Date.now(), Math.max(0, ...ends) + days * DAY));
  }

  async #ask(
    index: number,
    trouble: FakeProvider['trouble'],
    ask: (person: Member) => Promise<unknown>,
  ): Promise<void> {
    this.#provider.trouble = trouble;
    try {
      await ask(this.#person(index));
    } catch (error) {
      // Whatever stands in the way is said, and is nothing else.
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 503 && trouble) return;
      // A busy machine: asked again.
      if (error.status === 503) return await this.#ask(index, trouble, ask);
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

  /** Some of what waits, and of what came before, in any order, many times, all at once. */
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
    await this.#quiet();
    await this.#assertTold();
  }

  /** A look that was begun before the change ends after the one that the change caused. */
  async #race(index: number, change: Change): Promise<void> {
    const newest = await findNewest(this.#app.ctx, this.#person(index).id);
    if (!newest) return;
    const { taken, letGo } = this.#provider.holdLook(newest.provider_id);
    const early = checkByProvider(this.#app.ctx, newest.provider_id);
    await taken;
    try {
      await this.#change(change, index);
      await this.#deliver({ do: 'deliver', picks: [], copies: 1, all: true });
    } finally {
      letGo();
    }
    await early;
    await this.#assertTold();
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
      // Rightly signed, but about nothing that is ours.
      nobody: [this.#provider.event({ ...body, subscription: 'sub_of_others' }), 200],
      noSubscription: [this.#provider.event({ ...body, subscription: null }), 200],
    };
    const [event, status] = forged[how];
    expect(await this.#send(event)).toBe(status);
    await this.#quiet();
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

  async #quiet(): Promise<void> {
    await until(async () => {
      const open = await this.#app.ctx.db
        .selectFrom('payment_events')
        .select('id')
        .where('handled_at', 'is', null)
        .execute();
      // What failed while the provider was away waits for longer than anybody here wants to.
      if (open.length > 0) await hastenJobs(this.#app, 'handlePaymentEvent');
      return open.length === 0;
    });
  }

  /** Nobody's news waits longer than a day for it, and nobody's end or first payment longer than that hour. */
  async #hourly(trouble: 'away' | undefined): Promise<void> {
    await this.#quiet();
    const before = await Promise.all(
      this.#people.map(async ({ id }) => findNewest(this.#app.ctx, id)),
    );
    this.#provider.trouble = trouble;
    await reconcilePayments(this.#app.ctx, {});
    this.#provider.trouble = undefined;
    if (trouble) return;
    await this.#quiet();
    for (const known of before) {
      if (!known || known.closed_at) continue;
      const isDue =
        !known.paid_until ||
        known.paid_until.getTime() < Date.now() + DAY ||
        known.looked_at.getTime() < Date.now() - DAY;
      if (isDue) await this.#assertStands(known.user_id);
    }
  }

  /** What was told is so at once; nobody had to ask. */
  async #assertTold(): Promise<void> {
    for (const { id } of this.#people) {
      const newest = await findNewest(this.#app.ctx, id);
      if (newest && this.#isTold(newest.provider_id)) await this.#assertStands(id);
      const truths = this.#known(id);
      if (!truths.every((truth) => this.#isTold(truth.id))) continue;
      const { isActive } = await statusOf(this.#member(id));
      expect(isActive, 'as told').toBe(truths.some(isPremium));
    }
  }

  #isTold(id: string): boolean {
    const newest = this.#provider.newest.get(id);
    return newest === undefined || this.#delivered.has(newest);
  }

  async #assertStands(userId: string): Promise<void> {
    const newest = await findNewest(this.#app.ctx, userId);
    const { status } = await statusOf(this.#member(userId));
    expect(status).toBe(newest ? standingOf(this.#provider.truthOf(newest.provider_id)) : null);
  }

  #member(userId: string): Member {
    return this.#people.find(({ id }) => id === userId) as Member;
  }

  /** Those that can be known of here: an answer that was lost is made up for by an event about it, not before. */
  #known(userId: string): Truth[] {
    return truthsOf(this.#provider, userId).filter(
      ({ id }) =>
        !this.#provider.lost.has(id) || [...this.#delivered].some((event) => event.endsWith(id)),
    );
  }

  /** At every moment, whatever did not get through: nobody has Premium beyond what they paid, and its days of grace. */
  async assertNobodyHasMore(): Promise<void> {
    for (const person of this.#people) {
      const { isActive } = await statusOf(person);
      const most = truthsOf(this.#provider, person.id).map(latestEnd);
      if (isActive) expect(Date.now()).toBeLessThan(Math.max(0, ...most));
    }
  }

  /** Once all was asked about, everything is as it is at the provider. */
  async assertTrue(): Promise<void> {
    await this.#quiet();
    await reconcilePayments(this.#app.ctx, { all: true });
    await this.#quiet();
    const { db } = this.#app.ctx;
    for (const { id } of this.#people) {
      await this.#assertStands(id);
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
