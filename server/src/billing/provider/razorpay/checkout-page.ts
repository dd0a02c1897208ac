import { wordsIn } from '#words/billing';
import type { RazorpayConfig } from '../../../kernel/config.ts';
import { escapeHtml } from '../../../lib/html-text.ts';
import type { Page } from '../../../platform/http/documents/document.ts';
import { planNameIn } from '../plan-name.ts';
import { inRupees } from '../format-money.ts';
import type { CheckoutReader, Order } from '../payment-provider.ts';

/**
 * Opens Razorpay's prefilled form over the page, and returns to Premium after a payment. The browser's report proves
 * nothing: an event confirms the payment.
 */
const script = `
const button = document.querySelector('button');
const problem = document.querySelector('.problem');
const options = JSON.parse(button.dataset.order);
function open() {
  if (!window.Razorpay) {
    problem.textContent = button.dataset.problem;
    return;
  }
  const form = new window.Razorpay({ ...options, handler: () => location.replace('/premium?confirming') });
  form.open();
}
button.addEventListener('click', open);
open();
`;

/** The page where people pay. It is the only page that may load Razorpay's form. */
export function checkoutPage(
  { checkoutUrl, keyId }: RazorpayConfig,
  { plan, amount }: Order,
  subscriptionId: string,
  { name, email, site, locale }: CheckoutReader,
): Page {
  const words = wordsIn(locale);
  const per = plan === 'Monthly' ? words.aMonth : words.aYear;
  const planName = planNameIn(plan, locale);
  const price = inRupees(amount, locale);
  const order = JSON.stringify({
    key: keyId,
    subscription_id: subscriptionId,
    name: site,
    description: words.orderDescription({ plan: planName }),
    prefill: { name, email },
  });
  return {
    locale,
    title: words.checkout,
    isNarrow: true,
    body: `<h1>${escapeHtml(words.premiumPlan({ site, plan: planName }))}</h1>
<p><b>${price}</b> ${per}.</p>
<p>${words.youPayAtRazorpay}</p>
<p class="problem" role="alert"></p>
<noscript><p class="problem">${words.needsJavaScript}</p></noscript>
<button type="button" data-order="${escapeHtml(order)}" data-problem="${escapeHtml(words.formNotLoaded)}">${words.pay({ price })}</button>
<p class="centre"><a class="way" href="/premium">${words.goBackWithoutPaying}</a></p>`,
    script: { load: `${checkoutUrl}/v1/checkout.js`, run: script, from: hostsOf(checkoutUrl) },
  };
}

/** The hosts that the page may load. Razorpay's form is a frame from another host, which loads from further hosts. */
function hostsOf(checkoutUrl: string): string[] {
  return new URL(checkoutUrl).hostname.endsWith('.razorpay.com')
    ? ['https://razorpay.com', 'https://*.razorpay.com']
    : [checkoutUrl];
}
