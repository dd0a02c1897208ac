import * as subscription from '@roost/contract/billing';
import type { Member } from './cast.ts';

type PlanId = 'MONTHLY' | 'ANNUAL';

export const create = async (person: Member, planId: PlanId = 'MONTHLY') =>
  person.call(subscription.createSubscription, { body: { planId } });

export const statusOf = async (person: Member) => person.call(subscription.getSubscription, {});

/** Submits a form like a browser without scripts. */
async function submit(
  person: Member,
  path: string,
  fields: Record<string, string>,
): Promise<Response> {
  return person.client.fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Origin: new URL(person.client.address).origin },
  });
}

/** Pays at the sandbox's checkout. Its event arrives by itself. */
export async function payWith(person: Member, checkout: string, card = 'pays'): Promise<Response> {
  return submit(person, new URL(checkout).pathname, { card });
}

export async function buy(person: Member, planId: PlanId = 'MONTHLY'): Promise<string> {
  const { subscriptionId, checkout } = await create(person, planId);
  await payWith(person, checkout);
  await until(async () => (await statusOf(person)).isActive);
  return subscriptionId;
}

/** Moves the sandbox's clock for this person's subscription. */
export async function advanceClock(person: Member, id: string, move: string): Promise<Response> {
  return submit(person, '/sandbox/clock', { id, move });
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (
    // A test may have stopped the clock.
    const end = performance.now() + 20_000;
    performance.now() < end;
    await new Promise((r) => setTimeout(r, 40))
  )
    if (await holds()) return;
  throw new Error('this never came to be');
}

/** Waits until a new app accepts requests. On a busy machine it can refuse the first ones. */
export async function waitUntilReady({ address }: { address: string }): Promise<void> {
  await until(async () => (await fetch(`${address}/ready`)).ok);
}
