import { z } from 'zod';
import type { RazorpayConfig } from '../../../kernel/config.ts';
import { ProviderRefused, ProviderUnavailable } from '../payment-provider.ts';

/** Milliseconds for one response. */
const REQUEST_TIMEOUT_MS = 4_500;
const RETRY_AFTER_SECONDS = 10;

const unixTime = z.int().nullish();

const subscription = z.object({
  id: z.string(),
  plan_id: z.string(),
  status: z.string(),
  /** The notes that we sent at the creation. Razorpay returns an empty list if there were none. */
  notes: z.unknown(),
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

/** The calls of Razorpay's API that subscriptions need, typed and with a timeout. */
export class RazorpayApi {
  readonly #config: RazorpayConfig;

  constructor(config: RazorpayConfig) {
    this.#config = config;
  }

  async findPlan(id: string, signal: AbortSignal) {
    return this.#call(plan, 'GET', `/v1/plans/${encodeURIComponent(id)}`, signal);
  }

  async createSubscription(body: object, signal: AbortSignal) {
    return this.#call(subscription, 'POST', '/v1/subscriptions', signal, body);
  }

  /** Returns null if these keys know no subscription with this id. */
  async findSubscription(id: string, signal: AbortSignal): Promise<RazorpaySubscription | null> {
    const path = `/v1/subscriptions/${encodeURIComponent(id)}`;
    try {
      return await this.#call(subscription, 'GET', path, signal);
    } catch (error) {
      if (error instanceof ProviderRefused && isNotThere(error)) return null;
      throw error;
    }
  }

  async cancelSubscription(id: string, atCycleEnd: boolean, signal: AbortSignal) {
    const path = `/v1/subscriptions/${encodeURIComponent(id)}/cancel`;
    return this.#call(subscription, 'POST', path, signal, {
      cancel_at_cycle_end: atCycleEnd ? 1 : 0,
    });
  }

  /** Lists all invoices of one subscription. Our subscriptions have at most 100 payments. */
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
    const [status, raw] = await this.#send(method, path, signal, body);
    // A body that is not JSON comes from a proxy in front of Razorpay.
    if (status >= 500 || status === 429 || raw === undefined)
      throw new ProviderUnavailable(RETRY_AFTER_SECONDS);
    if (status >= 300) throw new ProviderRefused(status, descriptionOf(raw));
    const parsed = answer.safeParse(raw);
    if (parsed.success) return parsed.data;
    throw new ProviderRefused(status, `unreadable answer: ${z.prettifyError(parsed.error)}`);
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
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      });
      const text = await response.text();
      return [response.status, parseJson(text)];
    } catch {
      // The network error names nothing that a member could use.
      throw new ProviderUnavailable(RETRY_AFTER_SECONDS);
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isNotThere({ answer, reason }: ProviderRefused): boolean {
  return answer === 404 || (answer === 400 && /does not exist|not a valid id/i.test(reason));
}

function descriptionOf(body: unknown): string {
  const found = z.object({ error: z.object({ description: z.string() }) }).safeParse(body);
  return found.success ? found.data.error.description.slice(0, 300) : 'no reason given';
}
