import { expect as look, type Locator, type Page } from '@playwright/test';
import { arrive, card, newName, writeComment, writePost } from './people.ts';
import { inEveryTheme, looks } from './themes.ts';
import { test } from './test.ts';

const sizes = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
];
// Two people at once take their time on a busy machine.
const expect = look.configure({ timeout: 15_000 });
test.setTimeout(300_000);

const replyBox = (page: Page) => page.getByRole('textbox', { name: 'Reply text' }).first();
const comments = (page: Page) => page.getByRole('list', { name: 'Comments' });
const comment = (page: Page, text: string) =>
  comments(page).getByRole('article').filter({ hasText: text });
const send = (page: Page, within: Locator = page.getByRole('main')) =>
  within.getByRole('button', { name: 'Reply', exact: true }).first().click();

for (const viewport of sizes) {
  test(`two people talk under a post, ${viewport.width} wide`, async ({ browser }) => {
    const [mara, theo] = [newName('mara'), newName('theo')];
    const asMara = await arrive(browser, mara, { viewport });
    const postId = await writePost(asMara, 'Who has seen the heron?');
    const page = await arrive(browser, theo, { viewport });

    await test.step('the comment button of a card leads to the box, with the cursor in it', async () => {
      await page.goto(`/home/profile/${mara}`);
      await card(page, 'Who has seen').getByRole('link', { name: 'Reply, 0 replies' }).click();
      await page.waitForURL(`**/post/${postId}`);
      await expect(replyBox(page)).toBeFocused();
      await expect(page.getByText('No comments yet. Be the first to reply!')).toBeVisible();
      await expect(page.getByRole('heading', { name: '0 comments' })).toBeVisible();
      await expect(page.getByText(/^Posted on /)).toBeVisible();
      await expect(page.getByRole('main').getByText('Everyone')).toHaveCount(0);
    });

    await test.step('a reply appears before the server has answered', async () => {
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/createpost', async (route) => {
        await held;
        await route.continue();
      });
      await replyBox(page).fill('By the old mill');
      await send(page);
      await expect(comment(page, 'By the old mill')).toContainText('Posting…');
      await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible();
      await expect(replyBox(page)).toHaveValue('');
      release();
      await expect(page.getByText('Comment added successfully!')).toBeVisible();
      await expect(comment(page, 'By the old mill')).not.toContainText('Posting…');
      await page.unroute('**/createpost');
    });

    await test.step('one that does not arrive stands in the box again', async () => {
      await page.route('**/createpost', (route) => route.abort());
      await replyBox(page).fill('Never sent, never lost');
      await send(page);
      await expect(page.getByText('Failed to add comment.')).toBeVisible();
      await expect(replyBox(page)).toHaveValue('Never sent, never lost');
      await expect(comment(page, 'Never sent')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible();
      await page.unroute('**/createpost');
      await replyBox(page).fill('');
    });

    await test.step('the other answers it in its place', async () => {
      await asMara.goto(`/home/post/${postId}`);
      const first = comment(asMara, 'By the old mill');
      await first.getByRole('button', { name: 'Like, 0 likes' }).click();
      await expect(first.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await first.getByRole('button', { name: 'Reply, 0 replies' }).click();
      const box = first.getByRole('textbox', { name: 'Reply text' });
      await expect(box).toBeFocused();
      await box.fill('Thank you, I will look');
      await send(asMara, first);
      await expect(comment(asMara, 'Thank you, I will look')).toBeVisible();
      await expect(asMara.getByText('Comment added successfully!')).toBeVisible();
      await expect(first.getByRole('textbox')).toHaveCount(0);
    });

    await test.step('threads open and close', async () => {
      await page.reload();
      await page.getByRole('button', { name: 'View 1 Reply' }).click();
      await expect(comment(page, 'Thank you')).toBeVisible();
      await page.getByRole('button', { name: 'Hide Replies' }).click();
      await expect(comment(page, 'Thank you')).toHaveCount(0);
      await page.getByRole('button', { name: 'View 1 Reply' }).click();
      await comment(page, 'Thank you')
        .getByRole('button', { name: /^Reply/ })
        .click();
      await page.keyboard.type('Bring a coat');
      await send(page, comment(page, 'Thank you'));
      await expect(comment(page, 'Bring a coat')).toBeVisible();
      await expect(comment(page, 'Bring a coat')).not.toContainText('Posting…');
    });

    await test.step('an own comment is edited', async () => {
      await comment(page, 'Bring a coat').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Edit Post' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('Bring a warm coat');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(comment(page, 'Bring a warm coat')).toBeVisible();
      await expect(comment(page, 'Bring a warm coat')).toContainText('Edited');
    });

    await test.step('a comment by its own address is scrolled to and marked, what it answers above', async () => {
      await comment(page, 'Bring a warm coat')
        .getByRole('link', { name: /^\d+[sm]$/ })
        .click();
      const marked = page.locator('article[aria-current=true]');
      await expect(marked).toContainText('Bring a warm coat');
      const above = page.getByRole('list', { name: 'Answers to' });
      await expect(above.getByRole('article')).toHaveCount(3);
      await expect(above).toContainText('Who has seen the heron?');
      const top = () => marked.evaluate((element) => element.getBoundingClientRect().top);
      await expect.poll(top).toBeLessThan(120);
      await expect.poll(top).toBeGreaterThan(0);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
      await page.reload();
      await expect(above.getByRole('article')).toHaveCount(3);
      await expect(marked).toBeInViewport();
      await page.goBack();
      await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible();
    });

    await test.step('deleted, it leaves an empty place while something answers it', async () => {
      await page.goto(`/home/post/${postId}`);
      await page.getByRole('button', { name: 'View 1 Reply' }).waitFor();
      await comment(page, 'By the old mill').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete Post' }).click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText('Are you sure you want to delete this post?');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      const place = page.getByText('This comment was deleted or is not available.');
      await expect(place).toBeVisible();
      await expect(comment(page, 'By the old mill')).toHaveCount(0);
      await expect(comment(page, 'Thank you')).toBeVisible();
      await asMara.reload();
      await expect(asMara.getByText('This comment was deleted or is not available.')).toBeVisible();
      await expect(comment(asMara, 'Bring a warm coat')).toBeVisible();
    });

    await test.step('whole threads come page after page; one just written stays in sight, once', async () => {
      for (let n = 1; n <= 11; n += 1) await writeComment(asMara, postId, `Sighting ${n}.`);
      await page.reload();
      await expect(comment(page, 'Sighting 9.')).toBeVisible();
      await expect(comment(page, 'Sighting 11.')).toHaveCount(0);
      await replyBox(page).fill('The newest of all');
      await send(page);
      await expect(comment(page, 'The newest of all')).toBeInViewport();
      await expect(comment(page, 'The newest of all')).not.toContainText('Posting…');
      await page.getByRole('button', { name: 'Load more' }).click();
      await expect(comment(page, 'Sighting 11.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
      await expect(comment(page, 'The newest of all')).toHaveCount(1);
    });

    await test.step('what somebody blocked says is gone from it at once', async () => {
      await comment(page, 'Sighting 1.').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: `Block @${mara}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
      await expect(comments(page)).toHaveCount(0);
      await expect(page.getByText('Post missing or deleted, please go back .')).toBeVisible();
    });
  });

  test(`comments that can’t be loaded, and posts that are not there, ${viewport.width} wide`, async ({
    browser,
  }) => {
    const page = await arrive(browser, newName('lone'), { viewport });
    const postId = await writePost(page, 'Nobody hears this');
    await page.route('**/comments?*', (route) => route.abort());
    await page.goto(`/home/post/${postId}`);
    await expect(page.getByText('Failed to load comments.')).toBeVisible();
    await page.unroute('**/comments?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No comments yet. Be the first to reply!')).toBeVisible();
    await page.goto('/home/post/not-an-id');
    await expect(page.getByText('Post not found.')).toBeVisible();
    await page.goto('/home/post/01890a5d-ac96-774b-bcce-b302099a8057');
    await expect(page.getByText('Post missing or deleted, please go back .')).toBeVisible();
  });

  test(`threads in every theme, ${viewport.width} wide`, looks, async ({ browser }) => {
    test.setTimeout(300_000);
    const page = await arrive(browser, newName('axe'), { viewport });
    const other = await arrive(browser, newName('other'));
    const postId = await writePost(page, 'A post with a thread');
    let at = postId;
    for (let n = 1; n <= 10; n += 1) at = await writeComment(other, at, `Level ${n}`);
    const gone = await writeComment(page, postId, 'Soon gone');
    await writeComment(other, gone, 'Its answer');
    await page.request.delete(`/api/posts/${gone}`);
    await page.goto(`/home/post/${postId}`);
    await page.getByRole('button', { name: /^View/ }).first().click();
    await expect(page.getByRole('link', { name: 'Continue this thread' })).toBeVisible();
    await comment(page, 'Level 2')
      .getByRole('button', { name: /^Reply/ })
      .click();
    await inEveryTheme(page, 'open thread');
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBeLessThanOrEqual(0);
    // Where the thread goes on elsewhere, an own answer is still shown here.
    const last = comment(page, 'Level 9');
    await last.getByRole('button', { name: /^Reply/ }).click();
    await page.keyboard.type('Deep down');
    await send(page, last);
    await expect(comment(page, 'Deep down')).toBeVisible();
    await expect(comment(page, 'Deep down')).not.toContainText('Posting…');

    await page.goto(`/home/post/${at}`);
    await expect(page.getByRole('list', { name: 'Answers to' })).toBeVisible();
    await inEveryTheme(page, 'comment with what it answers');
  });
}
