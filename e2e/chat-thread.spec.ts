import { expect } from '@playwright/test';
import { desk, phone } from './devices.ts';
import { drawPicture, expectDrawn } from './files.ts';
import { openBoth, openChatWith, someone, toggleBlock, writeByApi } from './open-chat.ts';
import { test } from './test.ts';
import { inEveryTheme, looks } from './themes.ts';

test('a chat: typing, marks, links, pictures, deleting for both', async ({ browser }) => {
  const [a, b] = [await someone(browser), await someone(browser)];
  const [ann, ben] = await openBoth(a, b);

  await test.step('typing is shown until the message is there', async () => {
    await expect(ann.box).toBeFocused();
    // Nobody hears of it before both are connected.
    await expect(async () => {
      await ann.box.pressSequentially('Hello ');
      await expect(ben.log.getByText('is typing')).toBeAttached({ timeout: 3_500 });
    }).toPass();
    await ann.box.press('Enter');
    await expect(ben.message('Hello')).toBeVisible();
    await expect(ben.log.getByText('is typing')).toBeHidden();
    await expect(ann.mark('Hello', 'Read')).toBeVisible();
  });

  await test.step('lines are kept and addresses live; Shift makes a line', async () => {
    await ben.box.fill('See https://example.org/a');
    await ben.box.press('Shift+Enter');
    await ben.box.pressSequentially('and come');
    await ben.box.press('Enter');
    const link = ann.message('and come').getByRole('link');
    await expect(link).toHaveAttribute('href', 'https://example.org/a');
    await expect(ben.box).toHaveValue('');
  });

  await test.step('not read while it is somewhere else', async () => {
    await ben.close();
    await ann.write('Where are you?');
    await expect(ann.mark('Where are you?', 'Delivered')).toBeVisible();
    await openChatWith(b.page, a.name);
    await expect(ben.log.getByText('New messages')).toBeVisible();
    await expect(ann.mark('Where are you?', 'Read')).toBeVisible();
    await ben.write('Back again');
    await expect(ben.log.getByText('New messages')).toBeHidden();
  });

  await test.step('pictures go along, and open', async () => {
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

  await test.step('what can be done with a message is in reach of the keyboard', async () => {
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

  await test.step('deleted for both, once it is confirmed', async () => {
    await ann.choose('Look', 'Delete');
    await a.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(ann.message('Look')).toBeHidden();
    await expect(ben.message('Look')).toBeHidden();
    await b.page.reload();
    await expect(ben.message('Back again')).toBeVisible();
    await expect(ben.message('Look')).toBeHidden();
  });
});

test('two tabs of one person are one', async ({ browser }) => {
  const [a, b] = [await someone(browser), await someone(browser)];
  const [ann, ben] = await openBoth(a, b);
  const other = await a.page.context().newPage();
  const second = await openChatWith(other, b.name);
  await expect(second.log).toBeVisible();
  await ann.write('From the first');
  await expect(second.mark('From the first', 'Read')).toBeVisible();
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

for (const [width, options] of [
  ['1280', desk],
  ['390', phone],
] as const) {
  test(`in every theme, ${width} wide`, looks, async ({ browser }) => {
    const [a, b] = [await someone(browser, options), await someone(browser)];
    const ann = await openChatWith(a.page, b.name);
    await expect(ann.box).toBeVisible();
    await inEveryTheme(a.page, 'nothing written');
    await writeByApi(b.page, a.name, ['See https://example.org', 'And this']);
    await ann.box.fill('Mine, with https://example.org');
    await a.page.getByRole('button', { name: 'Send' }).click();
    await a.page
      .locator('input[data-files]')
      .setInputFiles([await drawPicture(a.page, 'one.png'), await drawPicture(a.page, 'two.png')]);
    await expect(a.page.getByText('2 of 2 pictures ready')).toBeAttached();
    await inEveryTheme(a.page, 'pictures to be sent');
    await a.page.getByRole('button', { name: 'Send' }).click();
    await expect(ann.log.getByRole('button', { name: 'Picture 2 of 2' })).toBeVisible();
    await toggleBlock(b.page, a.name);
    await ann.box.fill('Refused');
    await a.page.getByRole('button', { name: 'Send' }).click();
    await expect(ann.mark('Refused', 'Not sent')).toBeVisible();
    await expect(ann.box).toBeHidden();
    await inEveryTheme(a.page, 'a refused message');
  });
}
