import { expect, type Browser, type Page } from '@playwright/test';
import { desk, phone } from './composer.ts';
import { layLine } from './cuttable-line.ts';
import { drawPicture, expectDrawn } from './files.ts';
import { openChatWith, toggleBlock, writeByApi, type Chat } from './open-chat.ts';
import { arrive, newName } from './people.ts';
import { inEveryTheme } from './themes.ts';
import { test } from './test.ts';

const REFUSED = "This user doesn't accept messages from you.";

interface Somebody {
  name: string;
  page: Page;
}

async function someone(browser: Browser, options: Parameters<typeof arrive>[2] = desk) {
  const name = newName('who');
  return { name, page: await arrive(browser, name, options) };
}

/** Each with the chat with the other open. */
async function openBoth(ann: Somebody, ben: Somebody): Promise<[Chat, Chat]> {
  const chats = [
    await openChatWith(ann.page, ben.name),
    await openChatWith(ben.page, ann.name),
  ] as [Chat, Chat];
  for (const { log } of chats) await expect(log).toBeVisible();
  return chats;
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}.`);

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
  await openChatWith(a.page, b.name);
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

test('a long chat: opened where reading goes on, older ones above, newer ones below', async ({
  browser,
}) => {
  const [a, b] = [await someone(browser), await someone(browser)];
  await writeByApi(a.page, b.name, texts(120));
  const ben = await openChatWith(b.page, a.name);

  await test.step('more than a page unread: opened where it begins', async () => {
    await expect(ben.log.getByText('New messages')).toBeInViewport();
    await expect(ben.message('Line 1.')).toBeInViewport();
    await b.page.getByRole('button', { name: 'To the newest message' }).click();
    await expect(ben.message('Line 120.')).toBeInViewport();
  });

  await test.step('all read: opened at the end', async () => {
    await openChatWith(b.page, a.name);
    await expect(ben.message('Line 120.')).toBeInViewport();
    expect(await ben.distanceToEnd()).toBeLessThan(32);
    await expect(ben.log.getByText('New messages')).toBeHidden();
  });

  await test.step('older ones come in above without a jump', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await b.page.route(/messages\?.*cursor=/, async (route) => {
      await held;
      await route.continue();
    });
    await ben.scrollTo(300);
    const row = ben.message('Line 80.');
    await expect(row).toBeVisible();
    await b.page.waitForTimeout(300);
    const before = (await row.boundingBox())!;
    release();
    await expect
      .poll(() => ben.log.evaluate(({ scrollHeight }) => scrollHeight))
      .toBeGreaterThan(4_000);
    await b.page.waitForTimeout(300);
    expect(Math.abs((await row.boundingBox())!.y - before.y)).toBeLessThan(3);
    await expect(async () => {
      await ben.scrollTo(0);
      await expect(ben.message('Line 1.')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(ben.log.getByText('Today')).toBeVisible();
  });

  await test.step('what comes in meanwhile is told by a pill', async () => {
    const row = ben.message('Line 1.');
    const before = (await row.boundingBox())!;
    await writeByApi(a.page, b.name, ['New one']);
    await expect(b.page.getByRole('button', { name: '1 new message' })).toBeVisible();
    await writeByApi(a.page, b.name, ['Newer one']);
    const pill = b.page.getByRole('button', { name: '2 new messages' });
    await expect(pill).toBeVisible();
    expect((await row.boundingBox())!.y).toBe(before.y);
    await pill.click();
    await expect(ben.message('Newer one')).toBeInViewport();
    await expect(pill).toBeHidden();
    await writeByApi(a.page, b.name, ['Followed']);
    await expect(ben.message('Followed')).toBeInViewport();
  });

  await test.step('what one sends is seen, wherever one was', async () => {
    await ben.scrollTo(600);
    await expect(b.page.getByRole('button', { name: 'To the newest message' })).toBeVisible();
    await ben.write('My answer');
    await expect(ben.message('My answer')).toBeInViewport();
  });

  await test.step('opened at the first that is unread, and read as far as it was seen', async () => {
    await ben.close();
    await writeByApi(
      a.page,
      b.name,
      texts(40).map((text) => `Second ${text}`),
    );
    const ann = await openChatWith(a.page, b.name);
    // The answer above all these is still unread to its receiver.
    await a.page.getByRole('button', { name: 'To the newest message' }).click();
    await openChatWith(b.page, a.name);
    await expect(ben.log.getByText('New messages')).toBeInViewport();
    await expect(ben.message('Second Line 1.')).toBeInViewport();
    await expect(ann.mark('Second Line 40.', 'Delivered')).toBeVisible();
    await b.page.getByRole('button', { name: 'To the newest message' }).click();
    await expect(ann.mark('Second Line 40.', 'Read')).toBeVisible();
  });
});

test('refused: before anything was written, and in the middle of a chat', async ({ browser }) => {
  const [a, b] = [await someone(browser), await someone(browser)];
  const preference = async (messagePreference: string) =>
    b.page.request.patch('/api/users/message-preference', { data: { messagePreference } });

  await test.step('told before typing, with whom it is', async () => {
    await preference('no one');
    const ann = await openChatWith(a.page, b.name);
    await expect(a.page.getByText(REFUSED)).toBeVisible();
    await expect(a.page.getByRole('heading', { name: `${b.name} of Roost` })).toBeVisible();
    await expect(ann.box).toBeHidden();
    await preference('everyone');
  });

  const [ann, ben] = await openBoth(a, b);
  await ann.write('Hello');
  await expect(ben.message('Hello')).toBeVisible();

  await test.step('a block in the middle: nothing typed is lost', async () => {
    await toggleBlock(b.page, a.name);
    await ann.write('Are you there?');
    await expect(ann.mark('Are you there?', 'Not sent')).toBeVisible();
    await expect(ann.box).toBeHidden();
    // Once beside the message, once in the place of the box.
    await expect(a.page.getByText(REFUSED, { exact: true })).toHaveCount(2);
    await expect(ann.message('Hello')).toBeVisible();
    await a.page.reload();
    await expect(ann.mark('Are you there?', 'Not sent')).toBeVisible();
    await toggleBlock(b.page, a.name);
    await ann.message('Are you there?').getByRole('button', { name: 'Retry' }).click();
    await expect(ann.mark('Are you there?', 'Read')).toBeVisible();
    await expect(ben.message('Are you there?')).toHaveCount(1);
  });

  await test.step('one’s own block shows at once', async () => {
    await a.page.reload();
    await expect(ann.box).toBeVisible();
    const chat = a.page.getByRole('region', { name: `Chat with ${b.name} of Roost` });
    await chat.getByRole('link', { name: b.name }).click();
    await a.page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await a.page.getByRole('menuitem', { name: `Block @${b.name}` }).click();
    await a.page.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(a.page.getByText(`You blocked @${b.name}.`)).toBeVisible();
    await expect(ann.message('Hello')).toBeVisible();
    await expect(ann.box).toBeHidden();
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
  test(`in every theme, ${width} wide`, async ({ browser }) => {
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
