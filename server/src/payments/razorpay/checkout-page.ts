import type { RazorpayConfig } from '../../config.ts';
import { escapeHtml } from '../../html-text.ts';
import type { Page } from '../../http/document.ts';
import { inRupees } from '../money.ts';
import type { Buyer, Order } from '../payment-provider.ts';

/**
 * Opens Razorpay's form over the page, filled in, and leads back once it is paid. It is given away only whether it can
 * be opened: what came of it is told by an event, like everything.
 */
const script = `
const button = document.querySelector('button');
const problem = document.querySelector('.problem');
const options = JSON.parse(button.dataset.order);
function open() {
  if (!window.Razorpay) {
    problem.textContent = 'The payment form could not be loaded. Check your connection, then load this page again.';
    return;
  }
  const form = new window.Razorpay({ ...options, handler: () => location.replace('/premium?confirming') });
  form.open();
}
button.addEventListener('click', open);
open();
`;

/** Where one pays: Razorpay's own form, which only this page may load. */
export function checkoutPage(
  { checkoutUrl, keyId }: RazorpayConfig,
  { plan, amount }: Order,
  subscriptionId: string,
  { name, email }: Buyer,
): Page {
  const per = plan === 'Monthly' ? 'a month, until it is cancelled' : 'once, for one year';
  const order = JSON.stringify({
    key: keyId,
    subscription_id: subscriptionId,
    name: 'Roost',
    description: `Premium, ${plan}`,
    prefill: { name, email },
  });
  return {
    title: 'Checkout',
    isNarrow: true,
    body: `<h1>Roost Premium, ${plan}</h1>
<p><b>${inRupees(amount)}</b> ${per}.</p>
<p>You pay at Razorpay, in a form that opens over this page. Your name and email are filled in there.</p>
<p class="problem" role="alert"></p>
<noscript><p class="problem">The payment form needs JavaScript, which is turned off in this browser.</p></noscript>
<button type="button" data-order="${escapeHtml(order)}">Pay ${inRupees(amount)}</button>
<p class="centre"><a class="way" href="/premium">Go back without paying</a></p>`,
    script: { load: `${checkoutUrl}/v1/checkout.js`, run: script, from: hostsOf(checkoutUrl) },
  };
}

/** The form is a frame of another of its hosts, which loads from some more. */
function hostsOf(checkoutUrl: string): string[] {
  return new URL(checkoutUrl).hostname.endsWith('.razorpay.com')
    ? ['https://razorpay.com', 'https://*.razorpay.com']
    : [checkoutUrl];
}
