import { expect, type Browser, type Page } from '@playwright/test';
import { startProxy } from '../support/faulty-proxy.ts';
import { desktop } from '../support/devices.ts';
import { drawPicture, expectDrawn } from '../support/files.ts';
import type { MemberOptions } from '../support/members.ts';
import { openBoth, openChatWith, newChatMember } from '../support/open-chat.ts';
import { newChatMembers, rowOf } from '../support/chat-screens.ts';
import { sendTextByApi } from '../support/chat-api.ts';
import { prefetched } from '../support/prefetched.ts';
import { test } from '../support/test.ts';

/** Opens the chat between two members. The first is connected through a proxy that can fail. */
async function openBothByProxy(browser: Browser, options: MemberOptions = desktop) {
  const proxy = await startProxy();
  const a = await newChatMember(browser, { ...options, baseURL: proxy.address });
  const b = await newChatMember(browser);
  const [ann, ben] = await openBoth(a, b);
  return { proxy, a, b, ann, ben };
}

test('messages written offline survive a reload and are sent once, in order', async ({
  browser,
}) => {
  const { proxy, a, b, ann, ben } = await openBothByProxy(browser);
  await ann.write('Before');
  await expect(ben.message('Before')).toBeVisible();
  proxy.cut();
  for (const text of ['First', 'Second', 'Third']) await ann.write(text);
  await expect(ann.deliveryStatus('Third', 'Sending')).toBeVisible();
  await ann.box.fill('A draft');
  // The server cannot deliver the page either.
  await a.page.reload().catch(() => {});
  proxy.mend();
  // The browser's error page may still be loading and interfere.
  await expect(async () => openChatWith(a.page, b.name)).toPass();
  await expect(ann.deliveryStatus('Third', 'Read')).toBeVisible({ timeout: 30_000 });
  await expect(ann.box).toHaveValue('A draft');
  for (const { log } of [ann, ben])
    await expect(log.getByRole('article')).toHaveText([/Before/, /First/, /Second/, /Third/]);
  await proxy.close();
});

test('a message whose answer was lost exists once', async ({ browser }) => {
  const { proxy, ann, ben } = await openBothByProxy(browser);
  // Ben's message reaches Ann after the answers to her own, so only the next answer is held.
  await ben.write('Ready');
  await expect(ann.message('Ready')).toBeVisible();
  proxy.holdAnswers();
  await ann.write('Cut short');
  await expect(ben.message('Cut short')).toBeVisible();
  await expect(ann.deliveryStatus('Cut short', 'Sending')).toBeVisible();
  proxy.cut();
  proxy.mend();
  await expect(ann.deliveryStatus('Cut short', 'Read')).toBeVisible({ timeout: 30_000 });
  await expect(ben.message('Cut short')).toHaveCount(1);
  await expect(ann.message('Cut short')).toHaveCount(1);
  await proxy.close();
});

test('the next tab sends the messages of a closed tab', async ({ browser }) => {
  const { proxy, a, b, ann, ben } = await openBothByProxy(browser);
  await ann.write('Before');
  await expect(ben.message('Before')).toBeVisible();
  proxy.cut();
  await ann.write('Left behind');
  await expect(ann.deliveryStatus('Left behind', 'Sending')).toBeVisible();
  const next = await a.page.context().newPage();
  await a.page.close();
  proxy.mend();
  const again = await openChatWith(next, b.name);
  await expect(again.deliveryStatus('Left behind', 'Read')).toBeVisible({ timeout: 30_000 });
  await expect(ben.message('Left behind')).toHaveCount(1);
  await proxy.close();
});

test('a logout asks about unsent messages', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser, { ...desktop, savesData: false });
  await sendTextByApi(ann, name, 'Hello');
  const chat = await openChatWith(page, ann.name);
  await expect(chat.box).toBeVisible();
  await prefetched(page);
  await page.context().setOffline(true);
  await chat.write('Not gone yet');
  await expect(rowOf(page, ann.name)).toContainText('You: Not gone yet');
  const logOut = page.getByRole('button', { name: 'Log out' });
  await logOut.click();
  const dialog = page.getByRole('alertdialog', { name: 'Not everything has been sent' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(logOut).not.toHaveAttribute('aria-busy');
  await logOut.click();
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
});

/** Cuts or mends the connection. Picture URLs do not lead through the proxy. */
async function setOffline(
  { proxy, a }: Awaited<ReturnType<typeof openBothByProxy>>,
  isOffline: boolean,
): Promise<void> {
  if (isOffline) proxy.cut();
  else proxy.mend();
  await a.page.context().setOffline(isOffline);
}

async function attachPicture(page: Page): Promise<void> {
  await page.locator('input[data-files]').setInputFiles(await drawPicture(page, 'one.png'));
}

test('a picture sent offline waits for the connection', async ({ browser }) => {
  const chats = await openBothByProxy(browser, { ...desktop, savesData: false });
  const { proxy, a, ann, ben } = chats;
  const ready = a.page.getByText('1 of 1 pictures ready');
  await prefetched(a.page);
  await setOffline(chats, true);
  await attachPicture(a.page);
  await expect(a.page.getByText('one.png waits for the connection.')).toBeVisible();
  await ann.write('Waited');
  await expect(ann.box).toHaveValue('');
  await expect(ann.message('Waited')).toContainText('Waits for the connection');
  await ann.box.fill('Next');
  await setOffline(chats, false);
  await expect(ben.message('Waited').locator('img')).toBeVisible({ timeout: 30_000 });
  await expect(ann.box).toHaveValue('Next');
  await expect(ready).toBeHidden();
  await proxy.close();
});

test('an uploaded picture shows from its file while offline', async ({ browser }) => {
  const chats = await openBothByProxy(browser);
  const { proxy, a, b, ann, ben } = chats;
  const ready = a.page.getByText('1 of 1 pictures ready');
  await attachPicture(a.page);
  await expect(ready).toBeAttached();
  // At first the receiver cannot load the picture either.
  await b.page.route('**/*', async (route) => {
    if (route.request().resourceType() === 'image') await route.abort();
    else await route.fallback();
  });
  await setOffline(chats, true);
  await ann.write('Shown');
  const image = ann.message('Shown').locator('img');
  await expect(image).toHaveAttribute('src', /^blob:/);
  await expect(ann.deliveryStatus('Shown', 'Sending')).toBeVisible();
  await setOffline(chats, false);
  await expect(ben.message('Shown')).toBeVisible({ timeout: 30_000 });
  await expectDrawn(image);
  const received = ben.message('Shown').getByRole('button', { name: 'Picture' });
  await expect(received.locator('svg')).toBeVisible();
  await b.page.unrouteAll({ behavior: 'wait' });
  await b.page.evaluate(() => dispatchEvent(new Event('online')));
  await expectDrawn(received.locator('img'));
  await proxy.close();
});
