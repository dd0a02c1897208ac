import { wordsIn } from '#words/billing';
import { escapeHtml } from '../../../lib/html-text.ts';
import type { SandboxRecord } from '../../../platform/database/tables.ts';
import type { Page } from '../../../platform/http/documents/document.ts';
import { siteLocale as locale } from '../../../platform/locale.ts';
import { inRupees, onDay } from '../format-money.ts';
import { clockStepsOf, type ClockStep } from './advance-sandbox.ts';
import { testCards, type TestCard } from './test-cards.ts';

const words = wordsIn(locale);
const back = `<p class="centre"><a class="way" href="/premium">${words.backToPremium}</a></p>`;
const notice = `<p class="note">${words.sandboxNotice}</p>`;

/** The checkout page. `declined` is the test card that was just declined. */
export function checkoutPage(
  site: string,
  { plan, amount, name, email }: SandboxRecord,
  { declined }: { declined?: TestCard | undefined } = {},
): Page {
  const problem = declined
    ? `<p class="problem" id="problem" role="alert">${words.paymentDeclined}</p>`
    : '';
  const per = plan === 'Monthly' ? words.aMonth : words.aYear;
  const price = inRupees(amount, locale);
  return {
    locale,
    // Screen readers read the title of a new page first, so it begins with the result.
    title: declined ? words.declinedTitle : words.checkout,
    isNarrow: true,
    body: `<h1>${escapeHtml(words.premiumPlan({ site, plan }))}</h1>
<p><b>${price}</b> ${per}.</p>
${notice}
${problem}
<form method="post">
<label class="field">${words.name}<input name="name" autocomplete="name" readonly value="${escapeHtml(name)}"></label>
<label class="field">${words.email}<input name="email" type="email" autocomplete="email" readonly value="${escapeHtml(email)}"></label>
<fieldset${declined ? ' aria-describedby="problem"' : ''}>
<legend>${words.testCard}</legend>
${cardChoices(declined ?? 'pays')}
</fieldset>
<button type="submit">${words.pay({ price })}</button>
</form>
<p class="centre"><a class="way" href="/premium">${words.goBackWithoutPaying}</a></p>`,
  };
}

const cardTexts: Record<TestCard, string> = {
  pays: words.cardPays,
  declined: words.cardDeclined,
  retry: words.cardRetry,
};

function cardChoices(chosen: TestCard): string {
  return Object.entries(testCards)
    .map(
      ([value, number]) =>
        `<label class="card"><input type="radio" name="card" value="${value}"${value === chosen ? ' checked' : ''}><span><b>${number}</b>${cardTexts[value as TestCard]}</span></label>`,
    )
    .join('\n');
}

/** The page of a checkout that accepts no payment any more. */
export function paidPage(): Page {
  return {
    locale,
    title: words.checkout,
    isNarrow: true,
    body: `<h1>${words.nothingToPayHere}</h1>
<p>${words.checkoutIsUsed}</p>
${back}`,
  };
}

const statusTexts: Record<SandboxRecord['status'], string> = {
  created: words.statusCreated,
  active: words.statusActive,
  retrying: words.statusRetrying,
  halted: words.statusHalted,
  cancelled: words.statusCancelled,
  completed: words.statusCompleted,
};

const stepTexts: Record<ClockStep, string> = {
  renew: words.stepRenew,
  fail: words.stepFail,
  retry: words.stepRetry,
  giveUp: words.stepGiveUp,
  runOut: words.stepRunOut,
};

/** The page with the clock of the viewer's own subscription. */
export function clockPage(found: SandboxRecord | undefined): Page {
  const title = words.sandboxClock;
  const intro = `<h1>${title}</h1>
<p>${words.timeForThisSubscription}</p>
${notice}`;
  if (!found?.period_end)
    return {
      locale,
      title,
      isNarrow: true,
      body: `${intro}<p>${words.notPaidForAnything}</p>${back}`,
    };
  const statusText =
    found.status === 'active' && found.ends_with_period
      ? words.statusEnding
      : statusTexts[found.status];
  const buttons = clockStepsOf(found).map(
    (step) => `<button class="quiet" name="move" value="${step}">${stepTexts[step]}</button>`,
  );
  return {
    locale,
    title,
    isNarrow: true,
    body: `${intro}
<table>
<tr><th scope="row">${words.plan}</th><td>${found.plan}</td></tr>
<tr><th scope="row">${words.status}</th><td>${statusText}</td></tr>
<tr><th scope="row">${words.paidUntil}</th><td>${onDay(found.period_end, locale)}</td></tr>
</table>
${
  buttons.length > 0
    ? `<form method="post"><input type="hidden" name="id" value="${escapeHtml(found.id)}">${buttons.join('\n')}</form>`
    : `<p>${words.itIsOver}</p>`
}
${back}`,
  };
}
