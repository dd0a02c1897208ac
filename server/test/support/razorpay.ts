import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sign } from '../../src/billing/provider/signature.ts';

const KEY = 'rzp_test_key';
const KEY_SECRET = 'key secret';
const WEBHOOK_SECRET = 'webhook secret';
const MONTH = 30 * 86_400;

const PAY = '/stand-in/pay/';
/** Replaces Razorpay's script: a form that shows its options, and can be paid or closed. */
const checkoutScript = `
const from = new URL(document.currentScript.src).origin;
window.Razorpay = class {
  constructor(options) { this.options = options; }
  open() {
    const { prefill, subscription_id: id, handler, description } = this.options;
    const form = document.createElement('dialog');
    form.setAttribute('aria-label', 'Razorpay');
    form.style.border = '1px solid';
    const add = (name, props) => form.appendChild(Object.assign(document.createElement(name), props));
    add('p', { textContent: description });
    for (const [label, value] of [['Your name', prefill.name], ['Your email', prefill.email]])
      add('label', { textContent: label }).appendChild(Object.assign(document.createElement('input'), { value }));
    add('button', { textContent: 'Pay now' }).onclick = async () => {
      await fetch(from + '${PAY}' + id, { method: 'POST' });
      form.remove();
      handler({ razorpay_subscription_id: id });
    };
    add('button', { textContent: 'Close' }).onclick = () => form.remove();
    document.body.append(form);
    form.showModal();
  }
};
`;

/** How the next requests fail. */
export type Trouble =
  | 'down'
  | 'slow'
  | 'garbage'
  | 'hangup'
  | 'limited'
  /** The fake handles the request but never answers. */
  | 'lost'
  | undefined;

interface Subscription {
  id: string;
  plan_id: string;
  status: string;
  total_count: number;
  paid_count: number;
  short_url: string;
  current_start: number | null;
  current_end: number | null;
  [other: string]: unknown;
}

/** A fake Razorpay. It follows the documentation of plans, subscriptions, invoices and webhooks. */
export class FakeRazorpay {
  readonly env: Record<string, string>;
  readonly asked: { method: string; path: string; body: Record<string, unknown> }[] = [];
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices: Record<string, unknown>[] = [];
  readonly plans: Record<string, { amount: number; currency: string; period: string }> = {
    plan_month: { amount: 5_000, currency: 'INR', period: 'monthly' },
    plan_year: { amount: 48_000, currency: 'INR', period: 'yearly' },
  };
  trouble: Trouble;
  /** Refuses the next requests with this text. */
  refusal: string | undefined;
  /** The address of the webhook for payments in the form. Without it, no webhook is sent. */
  webhookUrl: string | undefined;
  readonly #server;

  private constructor(server: ReturnType<typeof createServer>, baseUrl: string) {
    this.#server = server;
    this.env = {
      PAYMENTS: 'razorpay',
      RAZORPAY_BASE_URL: baseUrl,
      RAZORPAY_CHECKOUT_URL: baseUrl,
      RAZORPAY_KEY_ID: KEY,
      RAZORPAY_KEY_SECRET: KEY_SECRET,
      RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      RAZORPAY_PLAN_MONTHLY: 'plan_month',
      RAZORPAY_PLAN_ANNUAL: 'plan_year',
    };
  }

  static async start(): Promise<FakeRazorpay> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const fake = new FakeRazorpay(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => void fake.#answer(request, response));
    return fake;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Pays the next invoice, as a person or a repeated charge does. Returns the webhook about it. */
  charge(id: string, from = Math.floor(Date.now() / 1_000)) {
    const found = this.#find(id);
    const paymentId = `pay_${randomBytes(7).toString('hex')}`;
    const amount = this.plans[found.plan_id]?.amount;
    Object.assign(found, { current_start: from, current_end: from + MONTH });
    found.paid_count += 1;
    found.status = found.paid_count >= found.total_count ? 'completed' : 'active';
    this.invoices.unshift({
      id: `inv_${randomBytes(7).toString('hex')}`,
      entity: 'invoice',
      subscription_id: id,
      payment_id: paymentId,
      status: 'paid',
      amount,
      amount_paid: amount,
      currency: 'INR',
      paid_at: from,
      billing_start: from,
      billing_end: from + MONTH,
    });
    return this.webhook(id, 'subscription.charged');
  }

  /** Returns a documented webhook: the subscription in its payload, a signature over the body, its id in a header. */
  webhook(id: string, event: string) {
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_test',
      event,
      contains: ['subscription'],
      payload: { subscription: { entity: this.#find(id) } },
      created_at: Math.floor(Date.now() / 1_000),
    });
    return {
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Razorpay-Signature': sign(Buffer.from(body), WEBHOOK_SECRET),
        'x-razorpay-event-id': randomBytes(7).toString('hex'),
      },
    };
  }

  #find(id: string): Subscription {
    const found = this.subscriptions.get(id);
    if (!found) throw new Error(`no subscription ${id}`);
    return found;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = Buffer.concat(await request.toArray()).toString();
    const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
    const url = new URL(request.url ?? '/', 'http://razorpay');
    this.asked.push({ method: request.method ?? '', path: url.pathname + url.search, body });
    const say = (status: number, value: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    const refuse = (status: number, description: string) =>
      say(status, { error: { code: 'BAD_REQUEST_ERROR', description } });
    if (url.pathname === '/v1/checkout.js')
      return void response
        .writeHead(200, { 'Content-Type': 'text/javascript' })
        .end(checkoutScript);
    if (url.pathname.startsWith(PAY)) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      await this.#payInForm(url.pathname.slice(PAY.length));
      return void say(200, {});
    }
    if (this.trouble === 'slow') return;
    if (this.trouble === 'hangup') return void request.socket.destroy();
    if (this.trouble === 'garbage') return void response.end('<html>oops');
    if (this.trouble === 'limited') return void refuse(429, 'Too many requests');
    if (this.trouble === 'down') return void refuse(502, 'Bad gateway');
    if (this.trouble === 'lost') response.end = () => request.socket.destroy() as never;
    const given = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64').toString();
    if (given !== `${KEY}:${KEY_SECRET}`) return void refuse(401, 'Authentication failed');

    if (this.refusal !== undefined) return void refuse(400, this.refusal);
    const [, , what, id = '', verb] = url.pathname.split('/');
    if (what === 'plans') {
      const plan = this.plans[id];
      if (!plan) return void refuse(400, 'The id provided does not exist');
      const { period, ...item } = plan;
      return void say(200, { id, entity: 'plan', interval: 1, period, item });
    }
    if (what === 'invoices') {
      const items = this.invoices.filter(
        (invoice) => invoice['subscription_id'] === url.searchParams.get('subscription_id'),
      );
      return void say(200, { entity: 'collection', count: items.length, items });
    }
    if (request.method === 'POST' && !id) return void say(200, this.#create(body));
    const found = this.subscriptions.get(id);
    if (!found) return void refuse(400, 'The id provided does not exist');
    if (verb === 'cancel') {
      if (['cancelled', 'completed', 'expired'].includes(found.status))
        return void refuse(400, `Subscription is not cancellable in ${found.status} status.`);
      if (!body['cancel_at_cycle_end']) found.status = 'cancelled';
    }
    say(200, found);
  }

  async #payInForm(id: string): Promise<void> {
    const { body, headers } = this.charge(id);
    if (this.webhookUrl) await fetch(this.webhookUrl, { method: 'POST', body, headers });
  }

  #create(body: Record<string, unknown>): Subscription {
    const id = `sub_${randomBytes(7).toString('hex')}`;
    const made: Subscription = {
      id,
      entity: 'subscription',
      plan_id: String(body['plan_id']),
      status: 'created',
      current_start: null,
      current_end: null,
      ended_at: null,
      quantity: 1,
      notes: body['notes'],
      total_count: Number(body['total_count']),
      paid_count: 0,
      expire_by: body['expire_by'],
      short_url: `https://rzp.example/i/${id}`,
    };
    this.subscriptions.set(id, made);
    return made;
  }
}
