import * as subscription from '@roost/contract/subscription';
import type { Member } from './cast.ts';

type PlanId = 'MONTHLY' | 'ANNUAL';

export const create = async (person: Member, planId: PlanId = 'MONTHLY') =>
  person.call(subscription.createSubscription, { body: { planId } });

export const statusOf = async (person: Member) => person.call(subscription.getSubscription, {});

/** Presses the button of a form, as a browser without scripts does. */
export async function submit(
  person: Member,
  path: string,
  fields: Record<string, string>,
): Promise<Response> {
  return person.visitor.fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Origin: new URL(person.visitor.address).origin },
  });
}

/** Pays at the sandbox's checkout; the news of it comes by itself. */
export async function payWith(person: Member, checkout: string, card = 'pays'): Promise<Response> {
  return submit(person, new URL(checkout).pathname, { card });
}

export async function buy(person: Member, planId: PlanId = 'MONTHLY'): Promise<string> {
  const { subscriptionId, checkout } = await create(person, planId);
  await payWith(person, checkout);
  await until(async () => (await statusOf(person)).isActive);
  return subscriptionId;
}

/** Moves the sandbox's clock of this person's subscription. */
export async function moveOn(person: Member, id: string, move: string): Promise<Response> {
  return submit(person, '/sandbox/clock', { id, move });
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (
    const end = Date.now() + 20_000;
    Date.now() < end;
    await new Promise((r) => setTimeout(r, 40))
  )
    if (await holds()) return;
  throw new Error('this never came to be');
}

/** A busy machine can leave a new app refusing what is asked in its very first moments. */
export async function settled({ address }: { address: string }): Promise<void> {
  await until(async () => (await fetch(`${address}/ready`)).ok);
}
