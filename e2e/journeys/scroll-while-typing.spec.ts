import { expect, type Locator, type Page } from '@playwright/test';
import { panel } from '../support/chat-screens.ts';
import { phone } from '../support/devices.ts';
import { openChatWith, newChatMember } from '../support/open-chat.ts';
import { newName, writeComment, writePost, newMember } from '../support/members.ts';
import { test } from '../support/test.ts';
import { variants } from '../support/matrix.ts';

const laptop = { viewport: { width: 1280, height: 800 } };

/** Types the text letter by letter. Returns the page's scroll position after each letter. */
async function positionsWhileTyping(page: Page, box: Locator, text: string): Promise<number[]> {
  const positions: number[] = [];
  for (const letter of text) {
    await box.press(letter === '\n' ? 'Shift+Enter' : letter);
    positions.push(
      await page.evaluate(
        async () =>
          new Promise<number>((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(scrollY))),
          ),
      ),
    );
  }
  return positions;
}

async function jumpTo(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
}

test('the page does not scroll while a message is typed beside it', async ({ browser }) => {
  const ann = await newChatMember(browser, laptop);
  const ben = await newChatMember(browser);
  const { page } = ann;
  for (const by of [page, ben.page])
    for (let n = 0; n < 10; n += 1) await writePost(by, `Number ${n}\n\nand\nmore\nlines`);
  const { box } = await openChatWith(page, ben.name);
  await expect(box).toBeVisible();
  const pages = [
    ['Home', page.getByRole('tab', { name: 'For you' })],
    ['Profile', page.getByRole('button', { name: 'Edit profile' })],
  ] as const;
  for (const [name, part] of pages)
    await test.step(name, async () => {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(part).toBeVisible();
      await expect(page.getByText('Number 9').first()).toBeVisible();
      await expect(panel(page)).toBeVisible();
      await box.focus();
      // The page may still be too short.
      await expect
        .poll(async () => {
          await jumpTo(page, 300);
          return page.evaluate(() => scrollY);
        })
        .toBe(300);
      const positions = await positionsWhileTyping(page, box, 'Hello\n\nBen');
      expect(new Set(positions)).toEqual(new Set([300]));
    });
});

for (const device of variants(phone, laptop))
  test(`the page does not scroll while a comment is typed, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('typing'), device);
    const id = await writePost(page, Array.from({ length: 20 }, () => 'A line').join('\n'));
    for (let n = 0; n < 6; n += 1) await writeComment(page, id, `Comment ${n}`);
    await page.goto(`/home/post/${id}`);
    await expect(page.getByText('Comment 5')).toBeVisible();

    await test.step('in the box below the post', async () => {
      const box = page.getByRole('textbox', { name: 'Reply text' }).first();
      await box.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await box.focus();
      const before = await page.evaluate(() => scrollY);
      const positions = await positionsWhileTyping(page, box, 'Hello');
      expect(new Set(positions)).toEqual(new Set([before]));
    });

    await test.step('in a box at the end of the page, over several lines', async () => {
      await page
        .getByRole('article')
        .last()
        .getByRole('button', { name: /^Reply/ })
        .click();
      const box = page.getByRole('textbox', { name: 'Reply text' }).last();
      await box.fill('One\nTwo\nThree\nFour');
      await jumpTo(page, 1e6);
      const before = await page.evaluate(() => scrollY);
      const positions = await positionsWhileTyping(page, box, 'Hello');
      expect(new Set(positions)).toEqual(new Set([before]));
    });
  });
