import { wordsIn, type Words } from '#words/billing';
import { escapeHtml } from '../../../lib/html-text.ts';
import type { SandboxRecord } from '../../../platform/database/tables.ts';
import type { Page } from '../../../platform/http/documents/document.ts';
import type { Locale } from '../../../platform/locale.ts';
import { planNameIn } from '../plan-name.ts';
import { inRupees, onDay } from '../format-money.ts';
import { clockStepsOf, type ClockStep } from './advance-sandbox.ts';
import { testCards, type TestCard } from './test-cards.ts';

const backIn = (words: Words) =>
  `<p class="centre"><a class="way" href="/premium">${words.backToPremium}</a></p>`;
const noticeIn = (words: Words) => `<p class="note">${words.sandboxNotice}</p>`;

/** The checkout page. `declined` is the test card that was just declined. */
export function checkoutPage(
  site: string,
  { plan, amount, name, email }: SandboxRecord,
  { locale, declined }: { locale: Locale; declined?: TestCard },
): Page {
  const words = wordsIn(locale);
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
    body: `<h1>${escapeHtml(words.premiumPlan({ site, plan: planNameIn(plan, locale) }))}</h1>
<p><b>${price}</b> ${per}.</p>
${noticeIn(words)}
${problem}
<form method="post">
<label class="field">${words.name}<input name="name" autocomplete="name" readonly value="${escapeHtml(name)}"></label>
<label class="field">${words.email}<input name="email" type="email" autocomplete="email" readonly value="${escapeHtml(email)}"></label>
<fieldset${declined ? ' aria-describedby="problem"' : ''}>
<legend>${words.testCard}</legend>
${cardChoices(words, declined ?? 'pays')}
</fieldset>
<button type="submit">${words.pay({ price })}</button>
</form>
<p class="centre"><a class="way" href="/premium">${words.goBackWithoutPaying}</a></p>`,
  };
}

function cardTextsIn(words: Words): Record<TestCard, string> {
  return {
    pays: words.cardPays,
    declined: words.cardDeclined,
    retry: words.cardRetry,
  };
}

function cardChoices(words: Words, chosen: TestCard): string {
  const texts = cardTextsIn(words);
  return Object.entries(testCards)
    .map(
      ([value, number]) =>
        `<label class="card"><input type="radio" name="card" value="${value}"${value === chosen ? ' checked' : ''}><span><b><bdi dir="ltr">${number}</bdi></b>${texts[value as TestCard]}</span></label>`,
    )
    .join('\n');
}

/** The page of a checkout that accepts no payment any more. */
export function paidPage(locale: Locale): Page {
  const words = wordsIn(locale);
  return {
    locale,
    title: words.checkout,
    isNarrow: true,
    body: `<h1>${words.nothingToPayHere}</h1>
<p>${words.checkoutIsUsed}</p>
${backIn(words)}`,
  };
}

function statusTextsIn(words: Words): Record<SandboxRecord['status'], string> {
  return {
    created: words.statusCreated,
    active: words.statusActive,
    retrying: words.statusRetrying,
    halted: words.statusHalted,
    cancelled: words.statusCancelled,
    completed: words.statusCompleted,
  };
}

function stepTextsIn(words: Words): Record<ClockStep, string> {
  return {
    renew: words.stepRenew,
    fail: words.stepFail,
    retry: words.stepRetry,
    giveUp: words.stepGiveUp,
    runOut: words.stepRunOut,
  };
}

/** The page with the clock of the viewer's own subscription. */
export function clockPage(found: SandboxRecord | undefined, locale: Locale): Page {
  const words = wordsIn(locale);
  const title = words.sandboxClock;
  const intro = `<h1>${title}</h1>
<p>${words.timeForThisSubscription}</p>
${noticeIn(words)}`;
  if (!found?.period_end)
    return {
      locale,
      title,
      isNarrow: true,
      body: `${intro}<p>${words.notPaidForAnything}</p>${backIn(words)}`,
    };
  const statusText =
    found.status === 'active' && found.ends_with_period
      ? words.statusEnding
      : statusTextsIn(words)[found.status];
  const stepTexts = stepTextsIn(words);
  const buttons = clockStepsOf(found).map(
    (step) => `<button class="quiet" name="move" value="${step}">${stepTexts[step]}</button>`,
  );
  return {
    locale,
    title,
    isNarrow: true,
    body: `${intro}
<table>
<tr><th scope="row">${words.plan}</th><td>${planNameIn(found.plan, locale)}</td></tr>
<tr><th scope="row">${words.status}</th><td>${statusText}</td></tr>
<tr><th scope="row">${words.paidUntil}</th><td>${onDay(found.period_end, locale)}</td></tr>
</table>
${
  buttons.length > 0
    ? `<form method="post"><input type="hidden" name="id" value="${escapeHtml(found.id)}">${buttons.join('\n')}</form>`
    : `<p>${words.itIsOver}</p>`
}
${backIn(words)}`,
  };
}
