import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ProviderEvent } from '../payment-provider.ts';

const id = z.string().max(100).optional().catch(undefined);

/** The parts of an event that we store. Other or malformed parts are ignored. */
const eventBody = z.object({
  event: z.string().max(100).catch('unknown'),
  created_at: z.int().optional().catch(undefined),
  payload: z
    .object({
      subscription: z
        .object({ entity: z.object({ id }) })
        .optional()
        .catch(undefined),
      payment: z
        .object({
          entity: z.object({
            id,
            amount: z.int().optional().catch(undefined),
            status: z.string().max(40).optional().catch(undefined),
          }),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/**
 * Parses an event with a valid signature. A malformed body is an event too: Razorpay would resend a refused event and
 * finally disable the webhook.
 */
export function readRazorpayEvent(
  raw: Buffer,
  eventId: string | string[] | undefined,
): ProviderEvent {
  const { data } = eventBody.safeParse(parse(raw));
  const payment = data?.payload?.payment?.entity;
  return {
    // The header is not signed. An event without it gets the hash of its body as its id.
    id:
      typeof eventId === 'string' && /^[\w-]{1,100}$/.test(eventId)
        ? eventId
        : createHash('sha256').update(raw).digest('hex'),
    type: data?.event ?? 'unknown',
    subscription: data?.payload?.subscription?.entity.id ?? null,
    payment: payment?.id,
    amount: payment?.amount,
    status: payment?.status,
    happenedAt: data?.created_at ? new Date(data.created_at * 1_000) : undefined,
  };
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
