import { planName } from '@roost/contract/billing';
import { z } from 'zod';
import type { Order } from '../payment-provider.ts';

/** Razorpay stores these notes with a subscription and returns them. Their values are text. */
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

/** Returns null if another application created the subscription. */
export function orderOf(found: { notes?: unknown }): Order | null {
  return notes.safeParse(found.notes).data ?? null;
}
