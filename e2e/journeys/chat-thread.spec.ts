import { expect } from '@playwright/test';
import { desktop, phone } from '../support/devices.ts';
import { drawPicture, expectDrawn } from '../support/files.ts';
import { openBoth, openChatWith, newChatMember, sendTextsByApi } from '../support/open-chat.ts';
import { test } from '../support/test.ts';
import { appearance, checkAccessibility } from '../support/accessibility.ts';
import { variants } from '../support/matrix.ts';
import { toggleBlock } from '../support/api.ts';

test('two members chat: typing, receipts, links, pictures and deletion', async ({ browser }) => {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  const [ann, ben] = await openBoth(a, b);

  await test.step('the typing notice shows until the message arrives', async () => {
    await expect(ann.box).toBeFocused();
    // The notice needs both members to be connected.
    await expect(async () => {
      await ann.box.pressSequentially('Hello ');
      await expect(ben.log.getByText('is typing')).toBeAttached({ timeout: 3_500 });
    }).toPass();
    await ann.box.press('Enter');
    await expect(ben.message('Hello')).toBeVisible();
    await expect(ben.log.getByText('is typing')).toBeHidden();
    await expect(ann.deliveryStatus('Hello', 'Read')).toBeVisible();
  });

  await test.step('line breaks stay, URLs become links, and Shift+Enter breaks a line', async () => {
    await ben.box.fill('See https://example.org/a');
    await ben.box.press('Shift+Enter');
    await ben.box.pressSequentially('and come');
    await ben.box.press('Enter');
    const link = ann.message('and come').getByRole('link');
    await expect(link).toHaveAttribute('href', 'https://example.org/a');
    await expect(ben.box).toHaveValue('');
  });

  await test.step('a message is unread while its chat is closed', async () => {
    await ben.close();
    await ann.write('Where are you?');
    await expect(ann.deliveryStatus('Where are you?', 'Delivered')).toBeVisible();
    await openChatWith(b.page, a.name);
    await expect(ben.log.getByText('New messages')).toBeVisible();
    await expect(ann.deliveryStatus('Where are you?', 'Read')).toBeVisible();
    await ben.write('Back again');
    await expect(ben.log.getByText('New messages')).toBeHidden();
  });

  await test.step('pictures arrive and open in the viewer', async () => {
    const files = [
      await drawPicture(a.page, 'one.png'),
      await drawPicture(a.page, 'two.png', { width: 300, height: 600 }),
    ];
    await a.page
      .locator('input[data-files]')
      .setInputFiles([
        ...files,
        { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no') },
      ]);
    await expect(a.page.getByText(/^film.mp4 can’t be sent\./)).toBeVisible();
    await expect(a.page.getByText('2 of 2 pictures ready')).toBeAttached();
    await ann.write('Look');
    const sent = ben.message('Look');
    await expectDrawn(sent.locator('img[srcset]').first());
    await sent.getByRole('button', { name: 'Picture 2 of 2' }).click();
    const viewer = b.page.getByRole('dialog', { name: `Media of ${a.name} of Roost` });
    await expect(viewer.getByText('2 / 2')).toBeVisible();
    await b.page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(sent.getByRole('button', { name: 'Picture 2 of 2' })).toBeFocused();
  });

  await test.step('the keyboard reaches the message menu', async () => {
    await ann.box.focus();
    for (const key of ['Shift+Tab', 'Shift+Tab', 'Enter']) await a.page.keyboard.press(key);
    await expect(a.page.getByRole('menuitem', { name: 'Copy text' })).toBeVisible();
    await a.page.keyboard.press('Escape');
    await expect(a.page.getByRole('menuitem', { name: 'Copy text' })).toBeHidden();
    await expect(ann.box).toBeVisible();
    await expect(
      ann.message('Look').getByRole('button', { name: 'Message actions' }),
    ).toBeFocused();
  });

  await test.step('a confirmed deletion removes the message for both', async () => {
    await ann.choose('Look', 'Delete');
    await a.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(ann.message('Look')).toBeHidden();
    await expect(ben.message('Look')).toBeHidden();
    await b.page.reload();
    await expect(ben.message('Back again')).toBeVisible();
    await expect(ben.message('Look')).toBeHidden();
  });
});

test('two tabs of one member show the same chat', async ({ browser }) => {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  const [ann, ben] = await openBoth(a, b);
  const other = await a.page.context().newPage();
  const second = await openChatWith(other, b.name);
  await expect(second.log).toBeVisible();
  await ann.write('From the first');
  await expect(second.deliveryStatus('From the first', 'Read')).toBeVisible();
  await second.write('From the second');
  await expect(ann.message('From the second')).toBeVisible();
  await ben.write('To both');
  for (const { log } of [ann, second, ben])
    await expect(log.getByRole('article')).toHaveText([
      /From the first/,
      /From the second/,
      /To both/,
    ]);
  await second.choose('From the first', 'Delete');
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(ann.message('From the first')).toBeHidden();
  await expect(ben.message('From the first')).toBeHidden();
});

for (const device of variants(phone, desktop)) {
  test(`chats are accessible, ${device.viewport.width} wide`, appearance, async ({ browser }) => {
    const [a, b] = [await newChatMember(browser, device), await newChatMember(browser)];
    const ann = await openChatWith(a.page, b.name);
    await expect(ann.box).toBeVisible();
    await checkAccessibility(a.page, 'nothing written');
    await sendTextsByApi(b.page, a.name, ['See https://example.org', 'And this']);
    await ann.box.fill('Mine, with https://example.org');
    await a.page.getByRole('button', { name: 'Send' }).click();
    await a.page
      .locator('input[data-files]')
      .setInputFiles([await drawPicture(a.page, 'one.png'), await drawPicture(a.page, 'two.png')]);
    await expect(a.page.getByText('2 of 2 pictures ready')).toBeAttached();
    await checkAccessibility(a.page, 'pictures to be sent');
    await a.page.getByRole('button', { name: 'Send' }).click();
    await expect(ann.log.getByRole('button', { name: 'Picture 2 of 2' })).toBeVisible();
    await toggleBlock(b.page, a.name);
    await ann.box.fill('Refused');
    await a.page.getByRole('button', { name: 'Send' }).click();
    await expect(ann.deliveryStatus('Refused', 'Not sent')).toBeVisible();
    await expect(ann.box).toBeHidden();
    await checkAccessibility(a.page, 'a refused message');
  });
}
