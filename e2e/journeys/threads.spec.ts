import { expect, type Locator, type Page } from '@playwright/test';
import * as posts from '@roost/contract/posts';
import {
  connect,
  card,
  newName,
  writeComment,
  writePost,
  newMember,
  newApiMember,
} from '../support/members.ts';
import { recordLayoutShifts } from '../support/layout-shifts.ts';
import { appearance, checkAccessibility } from '../support/accessibility.ts';
import { test } from '../support/test.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { call, toggleBlock } from '../support/api.ts';
import { holdRequests } from '../support/held-requests.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(phone.viewport, desktop.viewport);

const replyBox = (page: Page) => page.getByRole('textbox', { name: 'Reply text' }).first();
const comments = (page: Page) => page.getByRole('list', { name: 'Comments' });
const comment = (page: Page, text: string) =>
  comments(page).getByRole('article').filter({ hasText: text });
const send = (page: Page, within: Locator = page.getByRole('main')) =>
  within.getByRole('button', { name: 'Reply', exact: true }).first().click();

for (const viewport of sizes) {
  test(`two members reply in a thread, ${viewport.width} wide @matrix`, async ({ browser }) => {
    const [mara, theo] = [newName('mara'), newName('theo')];
    const asMara = await newMember(browser, mara, { viewport });
    const postId = await writePost(asMara, 'Who has seen the heron?');
    const page = await newMember(browser, theo, { viewport });

    await test.step('the comment button of a card opens the post and focuses the box', async () => {
      await page.goto(`/home/profile/${mara}`);
      await card(page, 'Who has seen').getByRole('link', { name: 'Reply, 0 replies' }).click();
      await page.waitForURL(`**/post/${postId}`);
      await expect(replyBox(page)).toBeFocused();
      await expect(page.getByText('No comments yet. Be the first to reply!')).toBeVisible();
      await expect(page.getByRole('heading', { name: '0 comments' })).toBeVisible();
      await expect(page.getByText(/^Posted on /)).toBeVisible();
      await expect(page.getByRole('main').getByText('Everyone')).toHaveCount(0);
    });

    await test.step('a reply shows before the server answers', async () => {
      const release = await holdRequests(page, urlOf(posts.createPost));
      await replyBox(page).fill('By the old mill');
      await send(page);
      await expect(comment(page, 'By the old mill')).toContainText('Posting…');
      await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible();
      await expect(replyBox(page)).toHaveValue('');
      release();
      await expect(page.getByText('Comment added successfully!')).toBeVisible();
      await expect(comment(page, 'By the old mill')).not.toContainText('Posting…');
    });

    await test.step('a failed reply returns to the box', async () => {
      await page.route(urlOf(posts.createPost), (route) => route.abort());
      await replyBox(page).fill('Never sent, never lost');
      await send(page);
      await expect(page.getByText('Failed to add comment.')).toBeVisible();
      await expect(replyBox(page)).toHaveValue('Never sent, never lost');
      await expect(comment(page, 'Never sent')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible();
      await page.unroute(urlOf(posts.createPost));
      await replyBox(page).fill('');
    });

    await test.step('another member answers the reply in its thread', async () => {
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

    await test.step('replies open and close', async () => {
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

    await test.step('a member edits the own comment', async () => {
      await comment(page, 'Bring a coat').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Edit Post' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('Bring a warm coat');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(comment(page, 'Bring a warm coat')).toBeVisible();
      await expect(comment(page, 'Bring a warm coat')).toContainText('Edited');
    });

    await test.step('a comment’s URL scrolls to it, marks it and shows its parents', async () => {
      await comment(page, 'Bring a warm coat')
        .getByRole('link', { name: /^\d+[sm]$/ })
        .click();
      const marked = page.locator('article[aria-current=true]');
      await expect(marked).toContainText('Bring a warm coat');
      const above = page.getByRole('list', { name: 'Answers to' });
      await expect(above.getByRole('article')).toHaveCount(3);
      await expect(above).toContainText('Who has seen the heron?');
      const top = () => marked.evaluate((element) => element.getBoundingClientRect().top);
      await expect.poll(top).toBeLessThan(200);
      await expect.poll(top).toBeGreaterThan(0);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
      await page.reload();
      await expect(above.getByRole('article')).toHaveCount(3);
      await expect(marked).toBeInViewport();
      await page.goBack();
      await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible();
    });

    await test.step('a deleted comment with replies leaves a placeholder', async () => {
      await page.goto(`/home/post/${postId}`);
      await page.getByRole('button', { name: 'View 1 Reply' }).waitFor();
      await comment(page, 'By the old mill').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete Post' }).click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText('Are you sure you want to delete this post?');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      const placeholder = page.getByText('This comment was deleted or is not available.');
      await expect(placeholder).toBeVisible();
      await expect(comment(page, 'By the old mill')).toHaveCount(0);
      await expect(comment(page, 'Thank you')).toBeVisible();
      await asMara.reload();
      await expect(asMara.getByText('This comment was deleted or is not available.')).toBeVisible();
      await expect(comment(asMara, 'Bring a warm coat')).toBeVisible();
    });

    await test.step('comments load page by page, and a new one shows once', async () => {
      for (let n = 1; n <= 11; n += 1) await writeComment(asMara, postId, `Sighting ${n}.`);
      await page.reload();
      await expect(comment(page, 'Sighting 9.')).toBeVisible();
      await expect(comment(page, 'Sighting 11.')).toHaveCount(0);
      await replyBox(page).fill('The newest of all');
      await send(page);
      await expect(comment(page, 'The newest of all')).toBeInViewport();
      await expect(comment(page, 'The newest of all')).not.toContainText('Posting…');
      await page.getByRole('button', { name: 'Show more comments' }).click();
      await expect(comment(page, 'Sighting 11.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Show more comments' })).toHaveCount(0);
      await expect(comment(page, 'The newest of all')).toHaveCount(1);
    });

    await test.step('a block removes the person’s comments at once', async () => {
      await comment(page, 'Sighting 1.').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: `Block @${mara}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
      await expect(comments(page)).toHaveCount(0);
      await expect(page.getByText('Post missing or deleted, please go back .')).toBeVisible();
    });
  });

  test(`a reply opens with part of its parent visible, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('asks'), { viewport });
    const postId = await writePost(page, 'Where do the swifts go in August?');
    const long = await writeComment(page, postId, `South. ${'A long way. '.repeat(30)}`);
    const replyId = await writeComment(page, long, 'And when do they come back?');
    await writeComment(page, postId, 'To the sea');
    const moved = await recordLayoutShifts(page);
    for (const [id, parent] of [
      [replyId, 'A long way.'],
      [long, 'Where do the swifts go'],
    ] as const) {
      // The parents arrive after the reply.
      const release = await holdRequests(page, urlOf(posts.listAncestors));
      await page.goto(`/home/post/${id}`);
      const reply = page.locator('[aria-current=true]');
      await expect(reply).toBeVisible();
      release();
      const above = page.getByRole('list', { name: 'Answers to' });
      await expect(above.getByText(parent)).toBeVisible();
      await expect(reply).toBeInViewport();
      const [header, answered, marked] = await Promise.all(
        [page.locator('[data-page-header]'), above.getByRole('article').last(), reply].map(
          async (each) => each.boundingBox(),
        ),
      );
      const bottom = header!.y + header!.height;
      // A good part of the parent is between the header and the reply.
      expect(answered!.y + answered!.height).toBeGreaterThan(bottom + 60);
      expect(marked!.y).toBeGreaterThan(bottom + 60);
      expect(marked!.y).toBeLessThan(viewport.height / 3);
      expect((await moved()).sum).toBeLessThan(0.02);
    }
    // The position is the same when both are cached.
    await page.goto(`/home/post/${postId}`);
    await comment(page, 'South.').getByText('A long way.').click();
    await page.waitForURL(`**/post/${long}`);
    await expect(page.getByRole('list', { name: 'Answers to' })).toBeInViewport();
  });

  test(`a thread counts the replies that a block hides, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [reader, hidden] = [newName('reader'), newName('hidden')];
    const page = await newMember(browser, reader, { viewport });
    const other = await newApiMember(browser, hidden);
    const postId = await writePost(page, 'Who answers this?');
    await writeComment(other, postId, 'Not for you');
    await toggleBlock(other, reader);
    await page.goto(`/home/post/${postId}`);
    await expect(page.getByText('1 reply is not shown')).toBeVisible();
    await expect(page.getByText('No comments yet.')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible();
    await writeComment(page, postId, 'I do');
    await page.reload();
    await expect(comment(page, 'I do')).toBeVisible();
    await expect(page.getByText('1 reply is not shown')).toBeVisible();
  });

  test(`failed comments and missing posts show messages, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('lone'), { viewport });
    const postId = await writePost(page, 'Nobody hears this');
    await page.route(urlOf(posts.listComments), (route) => route.abort());
    await connect(page, async () => page.goto(`/home/post/${postId}`));
    await expect(page.getByText('Failed to load comments.')).toBeVisible();
    await page.unroute(urlOf(posts.listComments));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No comments yet. Be the first to reply!')).toBeVisible();
    await page.goto('/home/post/not-an-id');
    await expect(page.getByText('Post not found.')).toBeVisible();
    await page.goto('/home/post/01890a5d-ac96-774b-bcce-b302099a8057');
    await expect(page.getByText('Post missing or deleted, please go back .')).toBeVisible();
  });

  test(`threads are accessible, ${viewport.width} wide`, appearance, async ({ browser }) => {
    const page = await newMember(browser, newName('axe'), { viewport });
    const other = await newApiMember(browser, newName('other'));
    const postId = await writePost(page, 'A post with a thread');
    let at = postId;
    for (let n = 1; n <= 10; n += 1) at = await writeComment(other, at, `Level ${n}`);
    const gone = await writeComment(page, postId, 'Soon gone');
    await writeComment(other, gone, 'Its answer');
    await call(page, posts.deletePost, { params: { postId: gone } });
    await page.goto(`/home/post/${postId}`);
    await page.getByRole('button', { name: /^View/ }).first().click();
    await expect(page.getByRole('link', { name: 'Continue this thread' })).toBeVisible();
    await comment(page, 'Level 2')
      .getByRole('button', { name: /^Reply/ })
      .click();
    await checkAccessibility(page, 'open thread');
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBeLessThanOrEqual(0);
    // A reply to the deepest shown comment still shows here.
    const last = comment(page, 'Level 9');
    await last.getByRole('button', { name: /^Reply/ }).click();
    await page.keyboard.type('Deep down');
    await send(page, last);
    await expect(comment(page, 'Deep down')).toBeVisible();
    await expect(comment(page, 'Deep down')).not.toContainText('Posting…');

    await page.goto(`/home/post/${at}`);
    await expect(page.getByRole('list', { name: 'Answers to' })).toBeVisible();
    await checkAccessibility(page, 'comment with what it answers');
  });
}
