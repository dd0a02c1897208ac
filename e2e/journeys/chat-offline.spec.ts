import { expect } from '@playwright/test';
import * as media from '@roost/contract/media';
import { startProxy } from '../support/faulty-proxy.ts';
import { desktop } from '../support/devices.ts';
import { drawPicture, expectDrawn } from '../support/files.ts';
import { openBoth, openChatWith, newChatMember } from '../support/open-chat.ts';
import { newChatMembers, rowOf } from '../support/chat-screens.ts';
import { sendTextByApi } from '../support/chat-api.ts';
import { test } from '../support/test.ts';
import { holdRequests } from '../support/held-requests.ts';
import { urlOf } from '../support/endpoint-urls.ts';

test('messages written offline survive a reload and are sent once, in order', async ({
  browser,
}) => {
  const proxy = await startProxy();
  const a = await newChatMember(browser, { ...desktop, baseURL: proxy.address });
  const b = await newChatMember(browser);
  const [ann, ben] = await openBoth(a, b);
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

  await test.step('a message whose answer was lost exists once', async () => {
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
  });

  await test.step('the next tab sends the messages of a closed tab', async () => {
    proxy.cut();
    await ann.write('Left behind');
    await expect(ann.deliveryStatus('Left behind', 'Sending')).toBeVisible();
    const next = await a.page.context().newPage();
    await a.page.close();
    proxy.mend();
    const again = await openChatWith(next, b.name);
    await expect(again.deliveryStatus('Left behind', 'Read')).toBeVisible({ timeout: 30_000 });
    await expect(ben.message('Left behind')).toHaveCount(1);
  });
  await proxy.close();
});

test('a logout asks about unsent messages', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser, { ...desktop, savesData: false });
  await sendTextByApi(ann, name, 'Hello');
  const chat = await openChatWith(page, ann.name);
  await expect(chat.box).toBeVisible();
  // The page has prefetched its dialogs once the network is idle.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await chat.write('Not gone yet');
  await expect(rowOf(page, ann.name)).toContainText('You: Not gone yet');
  const logOut = page.getByRole('button', { name: 'Log out' });
  await logOut.click();
  const dialog = page.getByRole('alertdialog', { name: '1 message has not been sent' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(logOut).not.toHaveAttribute('aria-busy');
  await logOut.click();
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
});

test('pictures are sent after an outage, while writing goes on, and by drop', async ({
  browser,
}) => {
  const proxy = await startProxy();
  const a = await newChatMember(browser, { ...desktop, baseURL: proxy.address, savesData: false });
  const b = await newChatMember(browser);
  const [ann, ben] = await openBoth(a, b);
  const goOffline = async (isOffline: boolean) => {
    if (isOffline) proxy.cut();
    else proxy.mend();
    // Picture URLs do not lead through the proxy.
    await a.page.context().setOffline(isOffline);
  };
  const picture = await drawPicture(a.page, 'one.png');
  const attach = async (files = [picture]) =>
    a.page.locator('input[data-files]').setInputFiles(files);
  const ready = a.page.getByText('1 of 1 pictures ready');

  await test.step('a picture chosen and sent offline waits for the connection', async () => {
    // The file picker's code is loaded once the network is idle.
    await a.page.waitForLoadState('networkidle');
    await goOffline(true);
    await attach();
    await expect(a.page.getByText('one.png waits for the connection.')).toBeVisible();
    await ann.write('Waited');
    await expect(ann.box).toHaveValue('');
    await expect(ann.message('Waited')).toContainText('Waits for the connection');
    await ann.box.fill('Next');
    await goOffline(false);
    await expect(ben.message('Waited').locator('img')).toBeVisible({ timeout: 30_000 });
    await expect(ann.box).toHaveValue('Next');
    await expect(ready).toBeHidden();
  });

  await test.step('an uploaded picture shows from its file while offline', async () => {
    await attach();
    await expect(ready).toBeAttached();
    // At first the receiver cannot load the picture either.
    await b.page.route('**/*', async (route) => {
      if (route.request().resourceType() === 'image') await route.abort();
      else await route.fallback();
    });
    await goOffline(true);
    await ann.write('Shown');
    const image = ann.message('Shown').locator('img');
    await expect(image).toHaveAttribute('src', /^blob:/);
    await expect(ann.deliveryStatus('Shown', 'Sending')).toBeVisible();
    await goOffline(false);
    await expect(ben.message('Shown')).toBeVisible({ timeout: 30_000 });
    await expectDrawn(image);
    const received = ben.message('Shown').getByRole('button', { name: 'Picture' });
    await expect(received.locator('svg')).toBeVisible();
    await b.page.unrouteAll({ behavior: 'wait' });
    await b.page.evaluate(() => dispatchEvent(new Event('online')));
    await expectDrawn(received.locator('img'));
  });

  await test.step('text written during an upload becomes the next message', async () => {
    const release = await holdRequests(a.page, urlOf(media.uploadMedia));
    await attach();
    await ann.write('With it');
    await ann.box.pressSequentially('After it');
    await ann.box.press('Enter');
    await expect(ann.deliveryStatus('After it', 'Sending')).toBeVisible();
    release();
    await expect(ben.message('After it')).toBeVisible();
    await expect(ben.message('With it').locator('img')).toBeVisible();
    await expect(ben.log.getByRole('article').last()).toContainText('After it');
  });

  await test.step('a drop on the chat attaches a picture, and a drop elsewhere does nothing', async () => {
    const drop = async (selector: string) =>
      a.page.evaluate(
        ([on, name, base64]) => {
          const dataTransfer = new DataTransfer();
          const bytes = Uint8Array.from(atob(base64!), (char) => char.charCodeAt(0));
          dataTransfer.items.add(new File([bytes], name!, { type: 'image/png' }));
          const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
          return !document.querySelector(on!)!.dispatchEvent(event);
        },
        [selector, picture.name, picture.buffer.toString('base64')],
      );
    expect(await drop('nav')).toBe(true);
    await expect(a.page.getByRole('list', { name: 'Pictures in this message' })).toBeHidden();
    expect(await drop('[data-thread]')).toBe(true);
    await expect(ready).toBeAttached();
    await a.page.getByRole('button', { name: 'Remove one.png' }).click();
  });

  await test.step('a file that only claims to be a picture is refused', async () => {
    await attach([{ name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('text') }]);
    const words = 'fake.jpg can’t be sent. Choose JPEG, PNG, WebP, GIF or AVIF pictures.';
    await expect(a.page.getByText(words, { exact: true })).toBeVisible();
    await ann.write('Anyway');
    await expect(a.page.getByText('A picture can’t be sent. Remove it first.')).toBeVisible();
    await expect(ann.box).toHaveValue('Anyway');
    await a.page.getByRole('button', { name: 'Remove fake.jpg' }).click();
    await expect(a.page.getByText('A picture can’t be sent. Remove it first.')).toBeHidden();
  });
  await proxy.close();
});
