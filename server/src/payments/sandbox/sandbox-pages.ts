import { escapeHtml } from '../../html-text.ts';
import type { SandboxRecord } from '../../db/tables.ts';
import type { Page } from '../../http/document.ts';
import { inRupees, onDay } from '../money.ts';
import { moves, movesOf } from './move-on.ts';
import { testCards, type TestCard } from './test-cards.ts';

const back = '<p class="centre"><a class="way" href="/premium">Back to Premium</a></p>';
const notice =
  '<p class="note">This is the sandbox: a stand-in for a payment provider. No money is taken.</p>';

/** Where one pays. `declined`: what was just tried did not work. */
export function checkoutPage(
  { plan, amount, name, email }: SandboxRecord,
  { declined }: { declined?: TestCard | undefined } = {},
): Page {
  const problem = declined
    ? '<p class="problem" id="problem" role="alert">The payment was declined. Nothing was charged; try again, or another card.</p>'
    : '';
  const per = plan === 'Monthly' ? 'a month, until it is cancelled' : 'once, for one year';
  return {
    // A page of its own to whoever hears it: the news comes first.
    title: declined ? 'Declined · Checkout' : 'Checkout',
    isNarrow: true,
    body: `<h1>Roost Premium, ${plan}</h1>
<p><b>${inRupees(amount)}</b> ${per}.</p>
${notice}
${problem}
<form method="post">
<label class="field">Name<input name="name" autocomplete="name" readonly value="${escapeHtml(name)}"></label>
<label class="field">Email<input name="email" type="email" autocomplete="email" readonly value="${escapeHtml(email)}"></label>
<fieldset${declined ? ' aria-describedby="problem"' : ''}>
<legend>Test card</legend>
${cardChoices(declined ?? 'pays')}
</fieldset>
<button type="submit">Pay ${inRupees(amount)}</button>
</form>
<p class="centre"><a class="way" href="/premium">Go back without paying</a></p>`,
  };
}

function cardChoices(chosen: TestCard): string {
  return Object.entries(testCards)
    .map(
      ([value, { number, does }]) =>
        `<label class="card"><input type="radio" name="card" value="${value}"${value === chosen ? ' checked' : ''}><span><b>${number}</b>${does}</span></label>`,
    )
    .join('\n');
}

/** There is nothing to pay at this checkout any more. */
export const paidPage: Page = {
  title: 'Checkout',
  isNarrow: true,
  body: `<h1>Nothing to pay here</h1>
<p>This checkout has been used, or was given up for another.</p>
${back}`,
};

const standings: Record<SandboxRecord['status'], string> = {
  created: 'Not paid yet',
  active: 'Paid, and renews',
  retrying: 'A payment failed, and is tried again',
  halted: 'A payment failed for good',
  cancelled: 'Cancelled',
  completed: 'Paid, and does not renew',
};

/** The clock of one's own subscription. */
export function clockPage(found: SandboxRecord | undefined): Page {
  const title = 'Sandbox clock';
  const intro = `<h1>${title}</h1>
<p>Time for this subscription only: everything about it is set as much earlier as the time that passes.</p>
${notice}`;
  if (!found?.period_end)
    return {
      title,
      isNarrow: true,
      body: `${intro}<p>You have not paid for anything yet.</p>${back}`,
    };
  const standing =
    found.status === 'active' && found.ends_with_period
      ? 'Paid, and ends'
      : standings[found.status];
  const buttons = movesOf(found).map(
    (move) => `<button class="quiet" name="move" value="${move}">${moves[move]}</button>`,
  );
  return {
    title,
    isNarrow: true,
    body: `${intro}
<table>
<tr><th scope="row">Plan</th><td>${found.plan}</td></tr>
<tr><th scope="row">Standing</th><td>${standing}</td></tr>
<tr><th scope="row">Paid until</th><td>${onDay(found.period_end)}</td></tr>
</table>
${
  buttons.length > 0
    ? `<form method="post"><input type="hidden" name="id" value="${escapeHtml(found.id)}">${buttons.join('\n')}</form>`
    : '<p>It is over; nothing more can happen to it.</p>'
}
${back}`,
  };
}
