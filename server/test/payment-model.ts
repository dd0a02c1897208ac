import fc from 'fast-check';
import { expect, vi } from 'vitest';
import * as subscription from '@roost/contract/subscription';
import { reconcilePayments } from '../src/subscription/reconcile-payments.ts';
import type { TestApp } from './app.ts';
import { crowdOf, type Member } from './cast.ts';
import { FakeProvider, type Signed, type Truth } from './fake-provider.ts';
import { mailsIn } from './mailbox.ts';
import { settled, statusOf, until } from './premium.ts';
import { Refusal } from './visitor.ts';

const DAY = 86_400_000;
const GRACE = 3 * DAY;

type Step =
  | { do: 'create'; who: number; plan: 'MONTHLY' | 'ANNUAL' }
  | { do: 'cancel'; who: number }
  | { do: 'charge' | 'fail' | 'failForGood' | 'stopAtProvider'; who: number }
  | { do: 'wait'; days: number }
  | { do: 'deliver'; picks: number[]; copies: number }
  | {
      do: 'forge';
      who: number;
      how: 'unsigned' | 'wrongSecret' | 'altered' | 'nobody' | 'noSubscription';
    }
  /** To the end of what this one paid for, and so many days beyond. */
  | { do: 'waitForEnd'; who: number; days: number }
  | { do: 'drop' }
  | { do: 'reconcile' };

const PEOPLE = 2;
const who = fc.nat(PEOPLE - 1);
const just = fc.constant;
const from = fc.constantFrom;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: just('create' as const),
      who,
      plan: from('MONTHLY' as const, 'ANNUAL' as const),
    }),
  },
  { weight: 7, arbitrary: fc.record({ do: just('charge' as const), who }) },
  { weight: 3, arbitrary: fc.record({ do: just('cancel' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: from('fail' as const, 'failForGood' as const, 'stopAtProvider' as const),
      who,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: just('wait' as const), days: from(1, 2, 20, 366) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: just('waitForEnd' as const), who, days: from(-1, 0, 1, 2.9, 3.1) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: just('deliver' as const),
      picks: fc.array(fc.nat(50), { minLength: 1, maxLength: 5 }),
      copies: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: just('forge' as const),
      who,
      how: from(
        'unsigned' as const,
        'wrongSecret' as const,
        'altered' as const,
        'nobody' as const,
        'noSubscription' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: just('drop' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: just('reconcile' as const) }) },
);

const all: Step[] = [{ do: 'reconcile' }];
const later = (days: number): Step => ({ do: 'waitForEnd', who: 0, days });
/** Turns a life can take that chance would seldom find. */
const turns: [Step[]][] = [
  [
    [
      ...all,
      { do: 'cancel', who: 0 },
      later(-1),
      later(0),
      later(1),
      ...all,
      { do: 'create', who: 0, plan: 'ANNUAL' },
    ],
  ],
  [
    [
      ...all,
      later(1),
      { do: 'fail', who: 0 },
      ...all,
      later(2.9),
      ...all,
      { do: 'charge', who: 0 },
      ...all,
    ],
  ],
  [[...all, later(2.9), later(3.1), ...all, { do: 'charge', who: 0 }, ...all]],
  [
    [
      { do: 'drop' },
      { do: 'cancel', who: 0 },
      ...all,
      later(-1),
      { do: 'create', who: 0, plan: 'MONTHLY' },
    ],
  ],
];

/** Drives so many random lives of subscriptions, with events dropped, doubled, mixed up and forged, and holds each against what is true at the provider. */
export async function liveThrough(
  app: TestApp,
  runs: number,
  length: number,
  seed = Date.now(),
): Promise<void> {
  await settled(app);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: length, maxLength: length }),
      async (steps) => {
        vi.setSystemTime(vi.getRealSystemTime());
        const provider = new FakeProvider();
        Object.assign(app.ctx, { payments: provider });
        const people = await crowdOf(app, PEOPLE, `p${Math.random().toString(36).slice(2)}`);
        const life = new Life(app, provider, people);
        // Everybody has begun already, or most lives would be over before there was anything to lose.
        for (let who = 0; who < PEOPLE; who += 1) {
          await life.take({ do: 'create', who, plan: who === 0 ? 'MONTHLY' : 'ANNUAL' });
          await life.take({ do: 'charge', who });
        }
        for (const each of steps) {
          await life.take(each);
          await life.assertNobodyHasMore();
        }
        await life.assertTrue();
      },
    );
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true, examples: turns });
    await assertReceipts(app);
  } finally {
    vi.useRealTimers();
  }
}

/** No payment had two effects, and none was without. */
async function assertReceipts(app: TestApp): Promise<void> {
  const { length } = await app.ctx.db.selectFrom('payments').select('id').execute();
  expect(length).toBeGreaterThan(0);
  await until(async () => (await mailsIn(app.dataFolder)).length >= length);
  expect(await mailsIn(app.dataFolder)).toHaveLength(length);
}

class Life {
  readonly #app: TestApp;
  readonly #provider: FakeProvider;
  readonly #people: Member[];
  /** All that was ever sent with the right signature. */
  readonly #sent: Signed[] = [];

  constructor(app: TestApp, provider: FakeProvider, people: Member[]) {
    this.#app = app;
    this.#provider = provider;
    this.#people = people;
  }

  async take(step: Step): Promise<void> {
    const { outbox } = this.#provider;
    if (step.do === 'wait') vi.setSystemTime(Date.now() + step.days * DAY);
    else if (step.do === 'waitForEnd') this.#waitForEnd(step.who, step.days);
    else if (step.do === 'drop') outbox.length = 0;
    else if (step.do === 'reconcile') await this.assertTrue();
    else if (step.do === 'deliver') await this.#deliver(step.picks, step.copies);
    else if (step.do === 'forge') await this.#forge(step.who, step.how);
    else if (step.do === 'create')
      await this.#ask(step.who, (person) =>
        person.call(subscription.createSubscription, { body: { planId: step.plan } }),
      );
    else if (step.do === 'cancel')
      await this.#ask(step.who, (person) => person.call(subscription.cancelSubscription, {}));
    else await this.#atProvider(step.do, step.who);
  }

  #waitForEnd(index: number, days: number): void {
    const ends = this.#truthsOf(this.#people[index] as Member).map(lastEnd);
    // Time never goes back.
    vi.setSystemTime(Math.max(Date.now(), Math.max(0, ...ends) + days * DAY));
  }

  async #ask(index: number, ask: (person: Member) => Promise<unknown>): Promise<void> {
    try {
      await ask(this.#people[index] as Member);
    } catch (error) {
      // Whatever stands in the way is said, and is nothing else.
      if (!(error instanceof Refusal)) throw error;
      // A busy machine: asked again.
      if (error.status === 503) return this.#ask(index, ask);
      expect(error.body).toMatchObject({ status: 'fail' });
      expect(error.status).toBe(409);
    }
  }

  async #atProvider(what: string, index: number): Promise<void> {
    for (const { id } of this.#truthsOf(this.#people[index] as Member)) {
      if (what === 'charge') this.#provider.charge(id);
      else if (what === 'stopAtProvider') await this.#provider.cancel(null, id, 'now');
      else this.#provider.fail(id, what === 'failForGood');
    }
  }

  /** Some of what waits, and of what came before, in any order, many times, all at once. */
  async #deliver(picks: number[], copies: number): Promise<void> {
    const { outbox } = this.#provider;
    const waiting = [...outbox, ...this.#sent];
    if (waiting.length === 0) return;
    const chosen = picks.map((pick) => waiting[pick % waiting.length] as Signed);
    this.#sent.push(...outbox.splice(0));
    const all = chosen.flatMap((event) => Array.from({ length: copies }, () => event));
    const statuses = await Promise.all(all.map(async (event) => this.#send(event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await this.#quiet();
  }

  async #forge(index: number, how: string): Promise<void> {
    const [truth] = this.#truthsOf(this.#people[index] as Member);
    const body = {
      id: `evt_forged_${Math.random()}`,
      type: 'subscription.charged',
      subscription: truth?.id ?? null,
    };
    const good = this.#provider.event(body);
    if (how === 'unsigned') expect(await this.#send({ ...good, headers: {} })).toBe(400);
    else if (how === 'wrongSecret')
      expect(await this.#send(this.#provider.event(body, 'guessed'))).toBe(400);
    else if (how === 'altered')
      expect(await this.#send({ ...good, raw: Buffer.concat([good.raw, Buffer.from(' ')]) })).toBe(
        400,
      );
    // Rightly signed, but a lie: nothing was charged. Or about nothing that is ours.
    else if (how === 'nobody')
      expect(
        await this.#send(this.#provider.event({ ...body, subscription: 'sub_of_others' })),
      ).toBe(200);
    else expect(await this.#send(this.#provider.event({ ...body, subscription: null }))).toBe(200);
    await this.#quiet();
  }

  async #send({ raw, headers }: Signed): Promise<number> {
    const response = await fetch(`${this.#app.address}/api/subscription/webhook`, {
      method: 'POST',
      body: raw,
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
      return open.length === 0;
    });
  }

  #truthsOf(person: Member): Truth[] {
    return [...this.#provider.all.values()].filter(({ order }) => order.userId === person.id);
  }

  /** At every moment, whatever did not get through: nobody has Premium beyond what they paid, and its days of grace. */
  async assertNobodyHasMore(): Promise<void> {
    for (const person of this.#people) {
      const { isActive } = await statusOf(person);
      const most = this.#truthsOf(person).map((truth) => {
        const mayGoOn = truth.order.plan === 'Monthly' && !truth.isEnding;
        return lastEnd(truth) + (mayGoOn && truth.payments.length > 0 ? GRACE : 0);
      });
      if (isActive) expect(Date.now()).toBeLessThan(Math.max(0, ...most));
    }
  }

  /** Once all was asked about, everything is as it is at the provider. */
  async assertTrue(): Promise<void> {
    await this.#quiet();
    await reconcilePayments(this.#app.ctx, { all: true });
    await this.#quiet();
    const { db } = this.#app.ctx;
    for (const person of this.#people) {
      const truths = this.#truthsOf(person);
      const newest = await db
        .selectFrom('subscriptions')
        .select('provider_id')
        .where('user_id', '=', person.id)
        .orderBy('id', 'desc')
        .executeTakeFirst();
      const truth = newest?.provider_id ? this.#provider.truthOf(newest.provider_id) : undefined;
      const found = await statusOf(person);
      expect([found.status, found.isActive]).toEqual([
        truth ? standingOf(truth) : null,
        truths.some(isPremium),
      ]);
      const rows = await db
        .selectFrom('payments')
        .select('provider_id')
        .where('user_id', '=', person.id)
        .execute();
      const paid = truths.flatMap(({ payments }) => payments.map(({ id }) => id));
      expect(rows.map((row) => row.provider_id).toSorted()).toEqual(paid.toSorted());
      const open = await db
        .selectFrom('subscriptions')
        .select('id')
        .where('user_id', '=', person.id)
        .where('closed_at', 'is', null)
        .execute();
      expect(open.length).toBeLessThanOrEqual(1);
    }
  }
}

const lastEnd = ({ payments }: Truth) => payments.at(-1)?.periodEnd.getTime() ?? 0;
const goesOn = ({ status, isEnding }: Truth) =>
  (status === 'live' || status === 'retrying') && !isEnding;

function isPremium(truth: Truth): boolean {
  const grace = truth.order.plan === 'Monthly' && goesOn(truth) ? GRACE : 0;
  return truth.payments.length > 0 && Date.now() < lastEnd(truth) + grace;
}

function standingOf(truth: Truth): string {
  if (truth.payments.length === 0) return truth.status === 'unpaid' ? 'pending' : 'ended';
  if (!isPremium(truth)) return 'ended';
  if (Date.now() >= lastEnd(truth)) return 'grace';
  if (truth.order.plan === 'Annual') return 'active';
  return goesOn(truth) ? 'active' : 'cancelled';
}
