import { expect, type Page } from '@playwright/test';
import * as media from '@roost/contract/media';
import { desktop, phone } from '../support/devices.ts';
import { drawPicture, expectDrawn } from '../support/files.ts';
import { newApiMember, newName } from '../support/members.ts';
import { openBoth, openChatWith, newChatMember, type Chat } from '../support/open-chat.ts';
import { test } from '../support/test.ts';
import { appearance, checkAccessibility } from '../support/accessibility.ts';
import { variants } from '../support/matrix.ts';
import { holdRequests } from '../support/held-requests.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const UPLOADS = urlOf(media.uploadMedia);

interface Refusal {
  status: number;
  code: string;
  message: string;
}

const noRoom: Refusal = {
  status: 507,
  code: 'storage_full',
  message: 'There is no room for more files right now. Please try again later.',
};
const tooLarge: Refusal = { status: 413, code: 'too_large', message: 'The file is too large.' };

/** Holds uploads until the returned function is called. Then they continue or are refused. */
async function holdUploads(page: Page): Promise<(refusal?: Refusal) => void> {
  const release = await holdRequests(page, UPLOADS);
  return (refusal) => {
    if (!refusal) return release();
    const { status, ...json } = refusal;
    return release(async (route) => route.fulfill({ status, json: { status: 'fail', ...json } }));
  };
}

async function attach(page: Page, ...names: string[]): Promise<void> {
  const files = [];
  for (const name of names) files.push(await drawPicture(page, name));
  await page.locator('input[data-files]').setInputFiles(files);
  const strip = page.getByRole('list', { name: 'Pictures in this message' });
  await expect(strip.getByRole('listitem')).toHaveCount(names.length);
}

const progressIn = (chat: Chat, text: string) =>
  chat.message(text).getByRole('progressbar', { name: /^Uploading / });

test('a picture shows in the chat at once and keeps its order', async ({ browser }) => {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  const [ann, ben] = await openBoth(a, b);
  await ben.write('Hello');
  await expect(ann.message('Hello')).toBeVisible();
  const release = await holdUploads(a.page);
  const image = ann.message('Look').locator('img');

  await test.step('the message shows its progress, and the empty box keeps the focus', async () => {
    await attach(a.page, 'one.png');
    await ann.box.fill('Look');
    await a.page.getByRole('button', { name: 'Send' }).click();
    await expect(progressIn(ann, 'Look')).toBeVisible();
    await expect(image).toHaveAttribute('src', /^blob:/);
    await expect(ann.deliveryStatus('Look', 'Sending')).toBeVisible();
    await expect(ann.box).toHaveValue('');
    await expect(ann.box).toBeFocused();
    await expect(a.page.getByRole('list', { name: 'Pictures in this message' })).toBeHidden();
  });

  await test.step('more messages and pictures can follow during the upload', async () => {
    await ann.box.pressSequentially('After it');
    await ann.box.press('Enter');
    await expect(ann.deliveryStatus('After it', 'Sending')).toBeVisible();
    await attach(a.page, 'two.png', 'three.png');
    await ann.write('Two more');
    await expect(progressIn(ann, 'Two more')).toBeVisible();
  });

  await test.step('pending messages show again after the chat is reopened', async () => {
    await ann.close();
    await openAgain(a.page, b.name);
    for (const text of ['Look', 'Two more']) await expect(progressIn(ann, text)).toBeVisible();
  });

  await test.step('the sent message replaces the pending one without a visible change', async () => {
    await image.evaluate((element) => (element.dataset['same'] = 'yes'));
    const { height } = (await image.boundingBox())!;
    release();
    await expect(ann.deliveryStatus('Two more', 'Read')).toBeVisible();
    await expectDrawn(image);
    await expect(image).toHaveAttribute('data-same', 'yes');
    expect((await image.boundingBox())!.height).toBeCloseTo(height, 0);
    await expect(a.page.getByRole('progressbar')).toHaveCount(0);
  });

  await test.step('both members see the same order, also after a reload without a question', async () => {
    const asked: string[] = [];
    a.page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    const inOrder = [/Hello/, /Look/, /After it/, /Two more/];
    for (const { log } of [ann, ben]) await expect(log.getByRole('article')).toHaveText(inOrder);
    await expect(ben.message('Look').locator('img')).toBeVisible();
    await expect(ben.message('Two more').locator('img')).toHaveCount(2);
    await a.page.reload();
    await expect(ann.log.getByRole('article')).toHaveText(inOrder);
    expect(asked).toEqual([]);
  });
});

test('Cancel stops the upload and returns the text to the box', async ({ browser }) => {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  const [ann, ben] = await openBoth(a, b);
  const release = await holdUploads(a.page);
  await attach(a.page, 'one.png');
  await ann.write('Never mind');
  await ann.box.fill('Next');
  const isOver = a.page.waitForEvent('requestfailed', (request) => UPLOADS.test(request.url()));
  await ann.message('Never mind').getByRole('button', { name: 'Cancel' }).click();
  await isOver;
  await expect(ann.log.getByRole('article')).toHaveCount(0);
  await expect(ann.box).toHaveValue('Never mind\n\nNext');
  release();
  await ann.write('Said');
  await expect(ben.log.getByRole('article')).toHaveText([/Said/]);
});

test('a refused picture message can still be sent', async ({ browser }) => {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  const [ann, ben] = await openBoth(a, b);

  await test.step('without storage it blocks no other message, and can be retried', async () => {
    const release = await holdUploads(a.page);
    await attach(a.page, 'one.png');
    await ann.write('With it');
    await ann.write('Meanwhile');
    release(noRoom);
    await expect(ann.deliveryStatus('With it', 'Not sent')).toBeVisible();
    await expect(ann.message('With it')).toContainText(noRoom.message);
    await expect(ben.message('Meanwhile')).toBeVisible();
    await ann.message('With it').getByRole('button', { name: 'Try again' }).click();
    await expect(ben.message('With it').locator('img')).toBeVisible();
    for (const { log } of [ann, ben])
      await expect(log.getByRole('article')).toHaveText([/Meanwhile/, /With it/]);
  });

  await test.step('after a permanent refusal, the rest can be sent without the picture', async () => {
    const release = await holdUploads(a.page);
    await attach(a.page, 'one.png');
    await ann.write('Without it');
    release(tooLarge);
    await expect(ann.message('Without it')).toContainText(tooLarge.message);
    await ann.message('Without it').getByRole('button', { name: 'Send the rest' }).click();
    await expect(ben.message('Without it')).toBeVisible();
    await expect(ann.message('Without it').locator('img')).toHaveCount(0);
  });
});

test('an upload continues after a reload, and its message is sent once', async ({ browser }) => {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  const [ann, ben] = await openBoth(a, b);
  const release = await holdUploads(a.page);
  await attach(a.page, 'one.png');
  await ann.write('Left behind');
  await expect(progressIn(ann, 'Left behind')).toBeVisible();
  // This browser keeps the file, so the page does not ask.
  await a.page.reload();
  await expect(progressIn(ann, 'Left behind')).toBeVisible();
  release();
  await expect(ben.message('Left behind').locator('img')).toBeVisible();
  await expect(ben.message('Left behind')).toHaveCount(1);
});

test('a drop on the chat attaches a picture, and a drop elsewhere does nothing', async ({
  browser,
}) => {
  const { page } = await newChatMember(browser);
  const name = newName('who');
  await newApiMember(browser, name);
  const chat = await openChatWith(page, name);
  await expect(chat.log).toBeVisible();
  const picture = await drawPicture(page, 'one.png');
  const drop = async (selector: string) =>
    page.evaluate(
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
  await expect(page.getByRole('list', { name: 'Pictures in this message' })).toBeHidden();
  expect(await drop('[data-thread]')).toBe(true);
  await expect(page.getByText('1 of 1 pictures ready')).toBeAttached();
  await page.getByRole('button', { name: 'Remove one.png' }).click();
  await expect(page.getByRole('list', { name: 'Pictures in this message' })).toBeHidden();
});

test('a file that only claims to be a picture is refused', async ({ browser }) => {
  const { page } = await newChatMember(browser);
  const name = newName('who');
  await newApiMember(browser, name);
  const chat = await openChatWith(page, name);
  await expect(chat.box).toBeVisible();
  await page
    .locator('input[data-files]')
    .setInputFiles([{ name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('text') }]);
  const words = 'fake.jpg can’t be sent. Choose JPEG, PNG, WebP, GIF or AVIF pictures.';
  await expect(page.getByText(words, { exact: true })).toBeVisible();
  await chat.write('Anyway');
  await expect(page.getByText('A picture can’t be sent. Remove it first.')).toBeVisible();
  await expect(chat.box).toHaveValue('Anyway');
  await page.getByRole('button', { name: 'Remove fake.jpg' }).click();
  await expect(page.getByText('A picture can’t be sent. Remove it first.')).toBeHidden();
});

for (const device of variants(phone, desktop)) {
  test(
    `pending pictures are accessible, ${device.viewport.width} wide`,
    appearance,
    async ({ browser }) => {
      const [a, b] = [await newChatMember(browser, device), await newChatMember(browser)];
      const ann = await openChatWith(a.page, b.name);
      const release = await holdUploads(a.page);
      await attach(a.page, 'one.png', 'two.png');
      await ann.box.fill('Two');
      await a.page.getByRole('button', { name: 'Send' }).click();
      await expect(progressIn(ann, 'Two')).toBeVisible();
      await checkAccessibility(a.page, 'on their way');
      release(noRoom);
      await expect(ann.deliveryStatus('Two', 'Not sent')).toBeVisible();
      await checkAccessibility(a.page, 'refused');
    },
  );
}

/** Opens a chat from the list, without a page load. */
async function openAgain(page: Page, name: string): Promise<void> {
  const row = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
  await row.filter({ hasText: name }).getByRole('link').click();
}
