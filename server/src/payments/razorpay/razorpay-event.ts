import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ProviderEvent } from '../payment-provider.ts';

const id = z.string().max(100).optional().catch(undefined);

/** As much of an event as we keep; whatever else is in it, or is not as expected, is none of ours. */
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
 * Reads an event whose signature is right. One we can't read is an event all the same: refused, it would be sent
 * again and again, and at last none any more.
 */
export function readRazorpayEvent(
  raw: Buffer,
  eventId: string | string[] | undefined,
): ProviderEvent {
  const { data } = eventBody.safeParse(parse(raw));
  const payment = data?.payload?.payment?.entity;
  return {
    // The header is not signed, so a body that comes without it is known by itself.
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
