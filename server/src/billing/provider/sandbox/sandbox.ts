import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { PlanName } from '@roost/contract/billing';
import { z } from 'zod';
import type { Context } from '../../../kernel/context.ts';
import type { SandboxRecord } from '../../../platform/database/tables.ts';
import type {
  Buyer,
  Order,
  PaymentProvider,
  Phase,
  ProviderEvent,
  ProviderState,
} from '../payment-provider.ts';
import { isSigned, sign } from '../signature.ts';
import { cancelAtSandbox } from './advance-sandbox.ts';
import { findPayments, findSandbox, insertSandbox } from './sandbox.queries.ts';

const phases: Record<SandboxRecord['status'], Phase> = {
  created: 'unpaid',
  active: 'live',
  retrying: 'live',
  halted: 'lapsed',
  cancelled: 'over',
  completed: 'over',
};

const eventBody = z.object({ id: z.string(), type: z.string(), subscription: z.string() });
/** Milliseconds until a delivery to our own webhook times out. */
const WEBHOOK_TIMEOUT_MS = 10_000;

/**
 * A payment provider for tests, in the same process but separate: own tables, own pages, full page loads. Its signed
 * events arrive over HTTP, like those of any provider.
 */
export class Sandbox implements PaymentProvider {
  readonly name = 'sandbox';
  readonly #secret: string;
  #address: string | undefined;

  constructor(secret: string) {
    this.#secret = secret;
  }

  listensAt(address: string): void {
    this.#address = address;
  }

  planId(plan: PlanName): string {
    return `plan_sandbox_${plan.toLowerCase()}`;
  }

  async create(ctx: Context, { userId, plan, amount }: Order, buyer: Buyer): Promise<string> {
    const id = `sub_${randomBytes(12).toString('hex')}`;
    await insertSandbox(ctx, { id, customer_id: userId, plan, amount, ...buyer });
    return id;
  }

  checkoutOf({ subscription }: { subscription: string }): string {
    return `/sandbox/checkout/${subscription}`;
  }

  async fetchState(ctx: Context, { id }: { id: string }): Promise<ProviderState | null> {
    const found = await findSandbox(ctx, id);
    if (!found) return null;
    return {
      phase: phases[found.status],
      isEnding: found.ends_with_period,
      isRetrying: found.status === 'retrying',
      // Nobody can open the checkout of a subscription whose creation response was lost.
      order: null,
      payments: (await findPayments(ctx, id)).map((payment) => ({
        id: payment.id,
        amount: payment.amount,
        currency: 'INR',
        paidAt: payment.paid_at,
        periodStart: payment.period_start,
        periodEnd: payment.period_end,
      })),
    };
  }

  async cancel(ctx: Context, id: string, when: 'now' | 'atPeriodEnd'): Promise<void> {
    await cancelAtSandbox(ctx, id, when);
  }

  readEvent(raw: Buffer, headers: IncomingHttpHeaders): ProviderEvent | null {
    if (!isSigned(raw, headers['x-sandbox-signature'], this.#secret)) return null;
    try {
      return eventBody.parse(JSON.parse(raw.toString('utf8')));
    } catch {
      return null;
    }
  }

  /** Sends an event to the webhook (job). Throws if the webhook did not accept it, so that the job retries. */
  async deliver(event: z.infer<typeof eventBody>): Promise<void> {
    if (!this.#address) throw new Error('nobody listens yet');
    const raw = Buffer.from(JSON.stringify(event));
    const response = await fetch(`${this.#address}/api/subscription/webhook`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Sandbox-Signature': sign(raw, this.#secret),
      },
      body: raw,
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    });
    await response.text();
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
  }
}

/** Delivers an event (job). Does nothing if another provider is in use. */
export async function deliverSandboxEvent(
  ctx: Context,
  event: z.infer<typeof eventBody>,
): Promise<void> {
  if (ctx.payments instanceof Sandbox) await ctx.payments.deliver(event);
}
