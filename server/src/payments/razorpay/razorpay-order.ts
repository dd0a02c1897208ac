import { planName } from '@roost/contract/subscription';
import { z } from 'zod';
import type { Order } from '../payment-provider.ts';

/** What goes with a subscription to Razorpay and comes back with it; notes are text. */
const notes = z
  .object({
    subscription: z.uuid(),
    user: z.uuid(),
    plan: planName,
    amount: z.string().regex(/^\d{1,9}$/),
  })
  .transform(({ subscription, user, plan, amount }): Order => ({
    id: subscription,
    userId: user,
    plan,
    amount: Number(amount),
  }));

export function toNotes({ id, userId, plan, amount }: Order): z.input<typeof notes> {
  return { subscription: id, user: userId, plan, amount: String(amount) };
}

/** Null where it was not us who made it. */
export function orderOf(found: { notes?: unknown }): Order | null {
  return notes.safeParse(found.notes).data ?? null;
}
