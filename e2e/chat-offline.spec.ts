import { expect } from '@playwright/test';
import { layLine } from './cuttable-line.ts';
import { desk } from './devices.ts';
import { drawPicture, expectDrawn } from './files.ts';
import { openBoth, openChatWith, someone } from './open-chat.ts';
import { test } from './test.ts';

test('written offline: kept over a reload, then sent once and in order', async ({ browser }) => {
  const line = await layLine();
  const a = await someone(browser, { ...desk, baseURL: line.address });
  const b = await someone(browser);
  const [ann, ben] = await openBoth(a, b);
  await ann.write('Before');
  await expect(ben.message('Before')).toBeVisible();
  line.cut();
  for (const text of ['First', 'Second', 'Third']) await ann.write(text);
  await expect(ann.mark('Third', 'Sending')).toBeVisible();
  await ann.box.fill('A draft');
  // There is nobody to get the page from, either.
  await a.page.reload().catch(() => {});
  line.mend();
  // The page the browser shows for that may still be coming, and get in the way.
  await expect(async () => openChatWith(a.page, b.name)).toPass();
  await expect(ann.mark('Third', 'Read')).toBeVisible({ timeout: 30_000 });
  await expect(ann.box).toHaveValue('A draft');
  for (const { log } of [ann, ben])
    await expect(log.getByRole('article')).toHaveText([/Before/, /First/, /Second/, /Third/]);

  await test.step('one whose answer was lost is there once', async () => {
    line.holdAnswers();
    await ann.write('Cut short');
    await expect(ben.message('Cut short')).toBeVisible();
    await expect(ann.mark('Cut short', 'Sending')).toBeVisible();
    line.cut();
    line.mend();
    await expect(ann.mark('Cut short', 'Read')).toBeVisible({ timeout: 30_000 });
    await expect(ben.message('Cut short')).toHaveCount(1);
    await expect(ann.message('Cut short')).toHaveCount(1);
  });

  await test.step('what a closed tab left behind the next one sends', async () => {
    line.cut();
    await ann.write('Left behind');
    await expect(ann.mark('Left behind', 'Sending')).toBeVisible();
    const next = await a.page.context().newPage();
    await a.page.close();
    line.mend();
    const again = await openChatWith(next, b.name);
    await expect(again.mark('Left behind', 'Read')).toBeVisible({ timeout: 30_000 });
    await expect(ben.message('Left behind')).toHaveCount(1);
  });
  await line.close();
});

test('pictures: with the line down, while one writes on, dropped anywhere', async ({ browser }) => {
  const line = await layLine();
  const a = await someone(browser, { ...desk, baseURL: line.address });
  const b = await someone(browser);
  const [ann, ben] = await openBoth(a, b);
  const goOffline = async (isOffline: boolean) => {
    if (isOffline) line.cut();
    else line.mend();
    // The pictures’ own addresses don’t lead through the line.
    await a.page.context().setOffline(isOffline);
  };
  const picture = await drawPicture(a.page, 'one.png');
  const attach = async (files = [picture]) =>
    a.page.locator('input[data-files]').setInputFiles(files);
  const ready = a.page.getByText('1 of 1 pictures ready');

  await test.step('the first of a visit, chosen and sent offline, waits like words', async () => {
    // What chooses pictures is there as soon as nothing more is fetched.
    await a.page.waitForLoadState('networkidle');
    await goOffline(true);
    await attach();
    await expect(a.page.getByText('one.png waits for the connection.')).toBeVisible();
    await ann.write('Waited');
    await expect(ann.box).toHaveValue('');
    await ann.box.fill('Next');
    await goOffline(false);
    await expect(ben.message('Waited').locator('img')).toBeVisible({ timeout: 30_000 });
    await expect(ann.box).toHaveValue('Next');
    await expect(ready).toBeHidden();
  });

  await test.step('uploaded before the line went: shown from its file', async () => {
    await attach();
    await expect(ready).toBeAttached();
    // Nor does the other one get to see it at first.
    await b.page.route('**/*', async (route) => {
      if (route.request().resourceType() === 'image') await route.abort();
      else await route.fallback();
    });
    await goOffline(true);
    await ann.write('Shown');
    const image = ann.message('Shown').locator('img');
    await expect(image).toHaveAttribute('src', /^blob:/);
    await expect(ann.mark('Shown', 'Sending')).toBeVisible();
    await goOffline(false);
    await expect(ben.message('Shown')).toBeVisible({ timeout: 30_000 });
    await expectDrawn(image);
    const received = ben.message('Shown').getByRole('button', { name: 'Picture' });
    await expect(received.locator('svg')).toBeVisible();
    await b.page.unrouteAll({ behavior: 'wait' });
    await b.page.evaluate(() => dispatchEvent(new Event('online')));
    await expectDrawn(received.locator('img'));
  });

  await test.step('what is written while a picture goes up is the next message', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await a.page.route('**/api/media', async (route) => {
      await held;
      await route.continue();
    });
    await attach();
    await ann.write('With it');
    await ann.box.pressSequentially('After it');
    await expect(ann.box).toHaveValue('After it');
    await ann.box.press('Enter');
    await expect(
      a.page.getByText(/^The message before this one is still on its way/),
    ).toBeVisible();
    release();
    await expect(ben.message('With it').locator('img')).toBeVisible();
    await expect(ann.box).toHaveValue('After it');
    await expect(a.page.getByText(/^The message before this one/)).toBeHidden();
    await ann.box.press('Enter');
    await expect(ben.message('After it')).toBeVisible();
  });

  await test.step('dropped anywhere on the chat; a miss opens nothing', async () => {
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

  await test.step('what only says to be a picture is refused as anything else is', async () => {
    await attach([{ name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('text') }]);
    const words = 'fake.jpg can’t be sent. Choose JPEG, PNG, WebP, GIF or AVIF pictures.';
    await expect(a.page.getByText(words, { exact: true })).toBeVisible();
    await ann.write('Anyway');
    await expect(a.page.getByText(/^A picture is not uploaded yet/)).toBeVisible();
    await expect(ann.box).toHaveValue('Anyway');
    await a.page.getByRole('button', { name: 'Remove fake.jpg' }).click();
    await expect(a.page.getByText(/^A picture is not uploaded yet/)).toBeHidden();
  });
  await line.close();
});
