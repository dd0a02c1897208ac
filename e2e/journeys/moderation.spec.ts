import { expect, type Browser, type Page } from '@playwright/test';
import * as moderation from '@roost/contract/moderation';
import * as notifications from '@roost/contract/notifications';
import { checkAccessibility } from '../support/accessibility.ts';
import { call, userIdOf, type Actor } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { connect, newApiMember, newMember, newName, writePost } from '../support/members.ts';
import { expireProof, prove } from '../support/proofs.ts';
import { decide, promote } from '../support/staff.ts';
import { test } from '../support/test.ts';

/** The delay before a decision is sent, and a slow machine. */
const SENT = { timeout: 30_000 };

async function newModerator(
  browser: Browser,
  name: string,
  options: Parameters<typeof newMember>[2] = {},
): Promise<Page> {
  const page = await newMember(browser, name, options);
  await promote(name);
  return page;
}

async function report(
  by: Actor,
  type: moderation.SubjectType,
  id: string,
  comment = '',
): Promise<void> {
  const body = { subject: { type, _id: id }, reason: 'spam', comment } as const;
  await call(by, moderation.createReport, { body });
}

/** Waits until the case of a subject has a decision. Returns its action. */
async function decisionAbout(by: Actor, subjectId: string): Promise<string | undefined> {
  const query = { status: 'closed', limit: 50 } as const;
  const { data } = await call(by, moderation.listCases, { query });
  const found = data.cases.find(({ subject }) => subject._id === subjectId);
  if (!found) return undefined;
  const shown = await call(by, moderation.showCase, { params: { caseId: found._id } });
  return shown.data.decisions[0]?.action;
}

const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Cases' }).getByRole('listitem').filter({ hasText: text });
const under = (page: Page) => page.getByRole('list', { name: 'Decisions on their way' });

test('a moderator goes through three cases by the keyboard, and takes one decision back @matrix', async ({
  browser,
}) => {
  const authorName = newName('author');
  const author = await newApiMember(browser, authorName);
  const reporter = await newApiMember(browser, newName('reporter'));
  const ids: string[] = [];
  for (const text of ['first case', 'second case', 'third case']) {
    const id = await writePost(author, `${text} of ${authorName}`);
    await report(reporter, 'post', id, `about the ${text}`);
    ids.push(id);
  }
  const page = await newModerator(browser, newName('moe'), desktop);
  await page.goto('/moderation');
  await expect(row(page, `third case of ${authorName}`)).toBeVisible();

  await test.step('j and k move through the queue, and Enter opens', async () => {
    const link = (text: string) => row(page, `${text} case of ${authorName}`).getByRole('link');
    await link('third').focus();
    await page.keyboard.press('j');
    await expect(link('second')).toBeFocused();
    await page.keyboard.press('k');
    await expect(link('third')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Post by @${authorName}` })).toBeFocused();
    await expect(page.getByText('about the third case')).toBeVisible();
    await checkAccessibility(page, 'case');
  });

  await test.step('a decision takes the words, and the next case opens', async () => {
    await page.keyboard.press('m');
    await expect(page.getByLabel('Message for the author')).toBeFocused();
    // The letters are text in a field.
    await page.keyboard.type('had bad words');
    await page.keyboard.press('Escape');
    await page.keyboard.press('h');
    await expect(under(page).getByText(`Hide: Post by @${authorName}`)).toBeVisible();
    await expect(page.getByText('about the second case')).toBeVisible();
  });

  await test.step('the second decision is taken back, the third case is dismissed', async () => {
    await expect(page.getByRole('heading', { name: `Post by @${authorName}` })).toBeFocused();
    await page.keyboard.press('r');
    await expect(under(page).getByText(`Remove: Post by @${authorName}`)).toBeVisible();
    await page.keyboard.press('u');
    await expect(under(page).getByText('Remove')).toBeHidden();
    // The undone case shows again, so that the next key is about it.
    await expect(page.getByText('about the second case')).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByText('about the first case')).toBeVisible();
    await expect(page.getByRole('heading', { name: `Post by @${authorName}` })).toBeFocused();
    await page.keyboard.press('d');
    await expect.poll(async () => decisionAbout(page, ids[0]!), SENT).toBe('dismiss');
    expect(await decisionAbout(page, ids[2]!)).toBe('hide');
    expect(await decisionAbout(page, ids[1]!)).toBeUndefined();
  });

  await test.step('the author reads the message', async () => {
    const { data } = await call(author, notifications.listNotifications, {
      query: { extended: '1' },
    });
    expect(data.notifications).toContainEqual(
      expect.objectContaining({
        type: 'moderation',
        decision: expect.objectContaining({ action: 'hide', message: 'had bad words' }),
      }),
    );
  });

  await test.step('? lists the keys', async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await checkAccessibility(page, 'keys');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test('a wave of spam is found from one case, and decided at once @matrix', async ({ browser }) => {
  const reporter = await newApiMember(browser, newName('reporter'));
  const text = `Cheap pills for everybody, sent to you today ${newName('wave')}`;
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const spammer = await newApiMember(browser, newName('spammer'));
    const id = await writePost(spammer, text);
    await report(reporter, 'post', id);
    ids.push(id);
  }
  const page = await newModerator(browser, newName('moe'), desktop);
  await page.goto('/moderation');
  await row(page, text).first().getByRole('link').click();
  await page.getByRole('button', { name: 'Select: Same text (2)' }).click();
  await expect(page.getByText('3 cases selected')).toBeVisible();
  await page.getByRole('button', { name: 'Decide together' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decide 3 cases' });
  await checkAccessibility(page, 'decide together');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(under(page).getByText('Remove: 3 cases')).toBeVisible();

  await test.step('undo selects them again', async () => {
    await under(page).getByRole('button', { name: /^Undo/ }).click();
    await expect(page.getByText('3 cases selected')).toBeVisible();
  });

  await page.getByRole('button', { name: 'Decide together' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  for (const id of ids) await expect.poll(async () => decisionAbout(page, id), SENT).toBe('remove');
  await expect(row(page, text)).toHaveCount(0);
});

for (const device of variants(desktop, phone))
  test(`an appeal is decided by somebody else, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const authorName = newName('author');
    const author = await newApiMember(browser, authorName);
    const reporter = await newApiMember(browser, newName('reporter'));
    const id = await writePost(author, 'Harmless words');
    await report(reporter, 'post', id);
    const [moe, mia] = [
      await newModerator(browser, newName('moe'), device),
      await newModerator(browser, newName('mia'), device),
    ];
    const { data } = await call(moe, moderation.listCases, { query: { limit: 50 } });
    const found = data.cases.find(({ subject }) => subject._id === id)!;
    const decided = await call(moe, moderation.decideCase, {
      params: { caseId: found._id },
      body: { action: 'hide' },
    });
    const body = { decisionId: decided.data._id, text: `I meant it well, ${authorName}` };
    await call(author, moderation.createAppeal, { body });

    await moe.goto('/moderation/appeals');
    const appeal = (page: Page) =>
      page
        .getByRole('list', { name: 'Appeals' })
        .getByRole('listitem')
        .filter({ hasText: body.text });
    await expect(appeal(moe).getByText('somebody else of the staff decides')).toBeVisible();
    await expect(appeal(moe).getByRole('button', { name: 'Undo the decision' })).toBeHidden();

    await mia.goto('/moderation/appeals');
    await appeal(mia).getByLabel('Message for the author').fill('You are right');
    await checkAccessibility(mia, 'appeals');
    await appeal(mia).getByRole('button', { name: 'Undo the decision' }).click();
    await expect(appeal(mia)).toHaveCount(0, SENT);
    const post = await call(reporter, moderation.listOwnReports, {});
    expect(post.data.reports[0]).toMatchObject({ outcome: 'dismissed' });

    await mia.goto('/moderation/audit');
    await expect(mia.getByText('undid a decision about').first()).toBeVisible();
    await checkAccessibility(mia, 'audit log');
    await mia.goto(`/moderation/people/${await userIdOf(mia, authorName)}`);
    await expect(mia.getByRole('heading', { name: 'On this site' })).toBeVisible();
    await checkAccessibility(mia, 'person');
    await mia.goto('/moderation');
    await expect(mia.getByRole('radio', { name: /^Open/ })).toBeVisible();
    await checkAccessibility(mia, 'queue');
  });

test('two moderators see live who works on a case, and what was decided', async ({ browser }) => {
  const author = await newApiMember(browser, newName('author'));
  const reporter = await newApiMember(browser, newName('reporter'));
  const text = `Seen by two ${newName('case')}`;
  const id = await writePost(author, text);
  await report(reporter, 'post', id);
  const moeName = newName('moe');
  const [moe, mia] = [
    await newModerator(browser, moeName, desktop),
    await newModerator(browser, newName('mia'), desktop),
  ];
  await connect(mia, async () => mia.goto('/moderation'));
  await row(mia, text).getByRole('link').click();
  await mia.getByLabel('Message for the author').fill('half a sentence');
  await moe.goto('/moderation');
  await row(moe, text).getByRole('link').click();
  await moe.getByRole('button', { name: 'Assign to me' }).click();
  await expect(moe.getByText('You work on it.')).toBeVisible();
  await expect(mia.getByText(`@${moeName} works on it.`)).toBeVisible();
  await moe.getByRole('button', { name: 'Dismiss' }).click();
  await expect(mia.getByText('This case is closed.')).toBeVisible(SENT);
  await expect(mia.getByLabel('Message for the author')).toHaveValue('half a sentence');
  await expect(row(mia, text)).toHaveCount(0);
});

test('a decision that waits is cancelled when another moderator decides first @matrix', async ({
  browser,
}) => {
  const authorName = newName('author');
  const author = await newApiMember(browser, authorName);
  const reporter = await newApiMember(browser, newName('reporter'));
  const ids: string[] = [];
  for (const text of ['alone', 'together', 'at once']) {
    const id = await writePost(author, `${text} of ${authorName}`);
    await report(reporter, 'post', id);
    ids.push(id);
  }
  const [alone, together, atOnce] = ids as [string, string, string];
  const moeName = newName('moe');
  const [moe, mia] = [
    await newModerator(browser, moeName, desktop),
    await newModerator(browser, newName('mia'), desktop),
  ];
  await connect(mia, async () => mia.goto('/moderation'));
  const news = under(mia).getByRole('alert');

  await test.step('the warning names who decided what, and the case keeps everything typed', async () => {
    await row(mia, `alone of ${authorName}`).getByRole('link').click();
    await mia.getByLabel('Message for the author').fill('Too loud');
    await mia.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(under(mia).getByText('Sent in')).toBeVisible();
    await decide(moe, alone, { action: 'remove' });
    await expect(news.getByText(`@${moeName} decided the same case: Removed`)).toBeVisible();
    await expect(news.getByText('Your decision was not sent.')).toBeVisible();
    await checkAccessibility(mia, 'overtaken decision');
    await news.getByRole('link', { name: 'Show the case' }).click();
    await expect(mia.getByText('This case is closed.')).toBeVisible();
    await expect(mia.getByLabel('Message for the author')).toHaveValue('Too loud');
    expect(await decisionAbout(mia, alone)).toBe('remove');
  });

  await test.step('no key decides the closed case, and its button does, unless somebody is faster again', async () => {
    await mia.keyboard.press('h');
    await mia.getByRole('button', { name: 'Warn', exact: true }).click();
    await expect(under(mia).getByText(`Warn: Post by @${authorName}`)).toBeVisible();
    await expect(under(mia).getByText('Hide')).toBeHidden();
    await decide(moe, alone, { action: 'dismiss' });
    await expect(news.getByText(`@${moeName} decided the same case: Dismissed`)).toBeVisible();
    await news.getByRole('button', { name: 'Decide anyway' }).click();
    await expect(news).toBeHidden();
    await expect.poll(async () => decisionAbout(mia, alone), SENT).toBe('warn');
  });

  await test.step('of several cases, the others are selected again', async () => {
    for (const text of ['together', 'at once'])
      await row(mia, `${text} of ${authorName}`).getByRole('checkbox').check();
    await mia.getByRole('button', { name: 'Decide together' }).click();
    const dialog = mia.getByRole('dialog', { name: 'Decide 2 cases' });
    await dialog.getByLabel('Message for the author').fill('To both');
    await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(under(mia).getByText('Hide: 2 cases')).toBeVisible();
    await decide(moe, together, { action: 'dismiss' });
    await expect(news.getByText(`@${moeName} decided one of the cases: Dismissed`)).toBeVisible();
    await expect(news.getByText('The others are selected again.')).toBeVisible();
    await news.getByRole('button', { name: /^Close/ }).click();
    await expect(mia.getByText('1 case selected')).toBeVisible();
  });

  await test.step('a selected case that somebody else decides is selected no more', async () => {
    await mia.getByRole('button', { name: 'Decide together' }).click();
    const dialog = mia.getByRole('dialog', { name: 'Decide 1 case' });
    await expect(dialog.getByLabel('Message for the author')).toHaveValue('To both');
    await decide(moe, atOnce, { action: 'dismiss' });
    await expect(dialog).toBeHidden();
    await expect(mia.getByText('1 case selected')).toBeHidden();
  });
});

test('the desk sends a waiting decision once when the moderator leaves it', async ({ browser }) => {
  const author = await newApiMember(browser, newName('author'));
  const reporter = await newApiMember(browser, newName('reporter'));
  const text = `Left behind ${newName('case')}`;
  const id = await writePost(author, text);
  await report(reporter, 'post', id);
  const page = await newModerator(browser, newName('moe'), desktop);
  await page.goto('/moderation');
  await row(page, text).getByRole('link').click();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(under(page).getByText('Hide')).toBeVisible();
  await page.goto('about:blank');
  await expect.poll(async () => decisionAbout(page, id), SENT).toBe('hide');
});

test('for members and visitors the desk is an unknown path, and they load none of it', async ({
  browser,
  page: visitor,
}) => {
  const member = await newMember(browser, newName('member'), desktop);
  const loaded: string[] = [];
  for (const page of [member, visitor]) page.on('request', (request) => loaded.push(request.url()));
  for (const path of ['/moderation', '/moderation/appeals', `/moderation/cases/${newName('x')}`]) {
    await member.goto(path);
    await expect(member.getByText('That page doesn’t exist')).toBeVisible();
    await expect(member).toHaveURL(/\/home$/);
  }
  await expect(member.getByRole('link', { name: 'Moderation' })).toBeHidden();
  await visitor.goto('/moderation');
  await expect(visitor.getByText('That page doesn’t exist')).toBeVisible();
  await expect(visitor).toHaveURL(/\/login$/);
  expect(loaded.filter((url) => /moderation-screen|staff-screens|badge/.test(url))).toEqual([]);
});

test('the navigation counts what waits for the staff, live, and on phones in the account sheet', async ({
  browser,
}) => {
  const author = await newApiMember(browser, newName('author'));
  const reporter = await newApiMember(browser, newName('reporter'));
  const id = await writePost(author, 'Counted words');
  const page = await newModerator(browser, newName('moe'), desktop);
  await connect(page, async () => page.goto('/home'));
  await report(reporter, 'post', id);
  const link = page.getByRole('link', { name: /^\d+ waiting, Moderation$/ });
  await expect(link).toBeVisible();
  const waiting = async () => {
    const { data } = await call(page, moderation.listCases, { query: { limit: 1 } });
    return data.waiting.cases + data.waiting.appeals;
  };
  // Other journeys of this site also report and decide.
  const shown = async () => Number(await link.locator('[data-count]').getAttribute('data-count'));
  await expect.poll(async () => (await shown()) - (await waiting())).toBe(0);
  await page.setViewportSize(phone.viewport);
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('button', { name: /^\d+ waiting, Moderation$/ })).toBeVisible();
});

test('the navigation stays in its place on the pages of the staff', async ({ browser }) => {
  const name = newName('ada');
  const page = await newMember(browser, name, desktop);
  await promote(name, 'admin');
  for (const width of [1040, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    const places: unknown[] = [];
    for (const path of ['/home', '/admin', '/moderation', '/moderation/appeals']) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      places.push(await page.getByRole('link', { name: 'Explore' }).boundingBox());
    }
    expect(new Set(places.map((place) => JSON.stringify(place))).size, `${width} wide`).toBe(1);
  }
});

test('a ban asks for a fresh proof, and is sent after it @matrix', async ({ browser }) => {
  const authorName = newName('author');
  const author = await newApiMember(browser, authorName);
  const reporter = await newApiMember(browser, newName('reporter'));
  const text = `Sells stolen cards ${newName('case')}`;
  const id = await writePost(author, text);
  await report(reporter, 'post', id);
  const page = await newModerator(browser, newName('moe'), desktop);
  await expireProof(page, '**/api/moderation/reports/*/decision');
  await page.goto('/moderation');
  await row(page, text).getByRole('link').click();
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(dialog).toBeVisible(SENT);
  await checkAccessibility(page, 'proof for a ban');
  expect(await decisionAbout(page, id)).toBeUndefined();
  await prove(page);
  await expect(dialog).toBeHidden();
  await expect.poll(async () => decisionAbout(page, id), SENT).toBe('ban');
});
