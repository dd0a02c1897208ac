import { expect, type Locator } from '@playwright/test';
import { desktop, phone } from '../support/devices.ts';
import { newReader, openIn } from '../support/languages.ts';
import { variants } from '../support/matrix.ts';
import { writePost } from '../support/members.ts';
import { test } from '../support/test.ts';

/** Whether the first character of the element's text is on the left of all others, and in sight. */
async function beginsOnTheLeft(text: Locator): Promise<boolean> {
  return text.evaluate((element) => {
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = new Range();
    const lefts: number[] = [];
    for (let node = nodes.nextNode(); node; node = nodes.nextNode())
      for (let at = 0; at < node.nodeValue!.length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        lefts.push(range.getBoundingClientRect().left);
      }
    const line = element.closest<HTMLElement>('.truncate') ?? element;
    return lefts[0] === Math.min(...lefts) && lefts[0] >= line.getBoundingClientRect().left - 0.5;
  });
}

for (const device of variants(desktop, phone))
  test(`mentions, hashtags and cut handles keep their direction in Arabic, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, name } = await newReader(browser, 'ar', device);
    const postId = await writePost(page, `مرحبًا @${name} #books أيضًا`);
    await openIn(page, 'ar', `/home/post/${postId}`);
    const post = page.locator('article').first();
    for (const text of [`@${name}`, '#books'])
      expect(await beginsOnTheLeft(post.getByRole('link', { name: text, exact: true })), text).toBe(
        true,
      );
    const handle = post.locator('.truncate').filter({ hasText: `@${name}` });
    // It stands below the name, which is on the right.
    await expect(handle).toHaveCSS('text-align', 'right');
    await handle.evaluate((line) => {
      line.style.width = '3rem';
    });
    expect(await beginsOnTheLeft(handle)).toBe(true);
  });

test('an empty field begins at the right in Arabic, and English in it at the left', async ({
  browser,
}) => {
  const { page } = await newReader(browser, 'ar', desktop);
  await openIn(page, 'ar', '/home');
  const box = page.locator('[data-composer]').getByRole('textbox');
  await expect(box).toHaveCSS('direction', 'rtl');
  await expect(box).toHaveCSS('unicode-bidi', 'plaintext');
  await openIn(page, 'ar', '/home/settings/security');
  await expect(page.locator('input[type=password]').first()).toHaveCSS('unicode-bidi', 'plaintext');
});
