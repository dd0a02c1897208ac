import { z } from 'zod';
import type { RazorpayConfig } from '../../config.ts';
import { Circuit } from '../circuit.ts';
import { ProviderUnavailable } from '../payment-provider.ts';

/** Milliseconds one answer may take. */
const PATIENCE = 4_500;
/** Seconds. */
const RETRY_AFTER = 10;

const unixTime = z.int().nullish();

const subscription = z.object({
  id: z.string(),
  plan_id: z.string(),
  status: z.enum([
    'created',
    'authenticated',
    'active',
    'pending',
    'halted',
    'paused',
    'cancelled',
    'completed',
    'expired',
  ]),
  short_url: z.url().nullish(),
});
export type RazorpaySubscription = z.infer<typeof subscription>;

const invoice = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  payment_id: z.string().nullish(),
  paid_at: unixTime,
  billing_start: unixTime,
  billing_end: unixTime,
});
export type RazorpayInvoice = z.infer<typeof invoice>;

const plan = z.object({
  id: z.string(),
  period: z.string(),
  interval: z.int(),
  item: z.object({ amount: z.int(), currency: z.string() }),
});

/** Razorpay said no: a wrong key, a plan that is not there, a state that does not allow it. */
export class RazorpayRefusal extends Error {
  override readonly name = 'RazorpayRefusal';
  readonly status: number;

  constructor(status: number, description: string) {
    super(`Razorpay refused (${status}): ${description}`);
    this.status = status;
  }
}

/** The few calls of Razorpay's API that subscriptions need, typed, with a time limit and a circuit breaker. */
export class RazorpayApi {
  readonly #config: RazorpayConfig;
  readonly #circuit = new Circuit();

  constructor(config: RazorpayConfig) {
    this.#config = config;
  }

  async findPlan(id: string, signal: AbortSignal) {
    return this.#call(plan, 'GET', `/v1/plans/${encodeURIComponent(id)}`, signal);
  }

  async createSubscription(body: object, signal: AbortSignal) {
    return this.#call(subscription, 'POST', '/v1/subscriptions', signal, body);
  }

  async findSubscription(id: string, signal: AbortSignal) {
    return this.#call(subscription, 'GET', `/v1/subscriptions/${encodeURIComponent(id)}`, signal);
  }

  async cancelSubscription(id: string, atCycleEnd: boolean, signal: AbortSignal) {
    const path = `/v1/subscriptions/${encodeURIComponent(id)}/cancel`;
    return this.#call(subscription, 'POST', path, signal, {
      cancel_at_cycle_end: atCycleEnd ? 1 : 0,
    });
  }

  /** Of one subscription, all of them; 100 months are the most there can be of what we make. */
  async findInvoices(subscriptionId: string, signal: AbortSignal): Promise<RazorpayInvoice[]> {
    const query = new URLSearchParams({ subscription_id: subscriptionId, count: '100' });
    const { items } = await this.#call(
      z.object({ items: z.array(invoice) }),
      'GET',
      `/v1/invoices?${query.toString()}`,
      signal,
    );
    return items;
  }

  async #call<T>(
    answer: z.ZodType<T>,
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    body?: object,
  ): Promise<T> {
    return this.#circuit.run(async () => {
      const [status, raw] = await this.#send(method, path, signal, body);
      if (status >= 500 || status === 429) throw new ProviderUnavailable(RETRY_AFTER);
      const parsed = answer.safeParse(raw);
      if (status < 300 && parsed.success) return parsed.data;
      if (status < 300) throw new ProviderUnavailable(RETRY_AFTER);
      throw new RazorpayRefusal(status, descriptionOf(raw));
    });
  }

  async #send(
    method: string,
    path: string,
    signal: AbortSignal,
    body?: object,
  ): Promise<[status: number, body: unknown]> {
    const { baseUrl, keyId, keySecret } = this.#config;
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          Authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        body: body ? JSON.stringify(body) : null,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
      });
      const text = await response.text();
      return [response.status, parseJson(text)];
    } catch {
      // Away, cut off, or too slow: whatever it was, it names nothing people could use.
      throw new ProviderUnavailable(RETRY_AFTER);
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function descriptionOf(body: unknown): string {
  const found = z.object({ error: z.object({ description: z.string() }) }).safeParse(body);
  return found.success ? found.data.error.description.slice(0, 300) : 'no reason given';
}
