import { expect, type Browser, type ViewportSize } from '@playwright/test';
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
import { test } from '../support/test.ts';
import { send } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { comment, comments, replyBox, sendReply } from '../support/comments.ts';
import { holdRequests } from '../support/held-requests.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(phone.viewport, desktop.viewport);

/** Creates the author of a post and a member who reads it. The reader's page is blank. */
async function newReader(browser: Browser, viewport: ViewportSize) {
  const mara = newName('mara');
  const author = await newApiMember(browser, mara);
  const postId = await writePost(author, 'Who has seen the heron?');
  const page = await newMember(browser, newName('theo'), { viewport });
  return { mara, author, postId, page };
}

for (const viewport of sizes) {
  test(`a member comments on a post, ${viewport.width} wide @matrix`, async ({ browser }) => {
    const { mara, postId, page } = await newReader(browser, viewport);

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

    await test.step('the comment shows before the server answers', async () => {
      const release = await holdRequests(page, urlOf(posts.createPost));
      await replyBox(page).fill('By the old mill');
      await sendReply(page);
      await expect(comment(page, 'By the old mill')).toContainText('Posting…');
      await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible();
      await expect(replyBox(page)).toHaveValue('');
      release();
      await expect(page.getByText('Comment added successfully!')).toBeVisible();
      await expect(comment(page, 'By the old mill')).not.toContainText('Posting…');
    });

    await test.step('a refused comment says why, and returns to the box on Edit', async () => {
      await page.route(urlOf(posts.createPost), (route) =>
        route.fulfill({
          status: 400,
          json: { status: 'fail', message: 'Not now.', code: 'bad_input' },
        }),
      );
      await replyBox(page).fill('Never sent, never lost');
      await sendReply(page);
      const refused = comment(page, 'Never sent');
      await expect(refused).toContainText('Failed: Not now.');
      await refused.getByRole('button', { name: 'Edit' }).click();
      await expect(replyBox(page)).toHaveValue('Never sent, never lost');
      await expect(refused).toHaveCount(0);
      await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible();
    });
  });

  test(`a member edits the own comment and the own reply, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { postId, page } = await newReader(browser, viewport);
    const first = await writeComment(page, postId, 'By the mill');
    await writeComment(page, first, 'Bring a coat');
    await page.goto(`/home/post/${postId}`);
    await page.getByRole('button', { name: 'View 1 Reply' }).click();
    for (const [text, corrected] of [
      ['By the mill', 'By the old mill'],
      ['Bring a coat', 'Bring a warm coat'],
    ] as const) {
      await comment(page, text).getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Edit Post' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill(corrected);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(comment(page, corrected)).toBeVisible();
      await expect(comment(page, corrected)).toContainText('Edited');
    }
  });

  test(`a deleted comment with replies leaves a placeholder, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const mara = newName('mara');
    const asMara = await newMember(browser, mara, { viewport });
    const postId = await writePost(asMara, 'Who has seen the heron?');
    const page = await newMember(browser, newName('theo'), { viewport });
    const first = await writeComment(page, postId, 'By the old mill');
    const answer = await writeComment(asMara, first, 'Thank you, I will look');
    await writeComment(page, answer, 'Bring a warm coat');
    await page.goto(`/home/post/${postId}`);
    await page.getByRole('button', { name: 'View 1 Reply' }).waitFor();
    await comment(page, 'By the old mill').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete Post' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('Are you sure you want to delete this post?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('This comment was deleted or is not available.')).toBeVisible();
    await expect(comment(page, 'By the old mill')).toHaveCount(0);
    await expect(comment(page, 'Thank you')).toBeVisible();
    // The deletion can be undone until then.
    const statusOf = async () =>
      (await send(asMara, posts.getPost, { params: { postId: first } })).status();
    await expect.poll(statusOf).toBe(404);
    await asMara.goto(`/home/post/${postId}`);
    await expect(asMara.getByText('This comment was deleted or is not available.')).toBeVisible();
    await expect(comment(asMara, 'Bring a warm coat')).toBeVisible();
  });

  test(`comments load page by page, and a new one shows once, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { author, postId, page } = await newReader(browser, viewport);
    await writeComment(page, postId, 'By the old mill');
    for (let n = 1; n <= 11; n += 1) await writeComment(author, postId, `Sighting ${n}.`);
    await page.goto(`/home/post/${postId}`);
    await expect(comment(page, 'Sighting 9.')).toBeVisible();
    await expect(comment(page, 'Sighting 11.')).toHaveCount(0);
    await replyBox(page).fill('The newest of all');
    await sendReply(page);
    await expect(comment(page, 'The newest of all')).toBeInViewport();
    await expect(comment(page, 'The newest of all')).not.toContainText('Posting…');
    await page.getByRole('button', { name: 'Show more comments' }).click();
    await expect(comment(page, 'Sighting 11.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show more comments' })).toHaveCount(0);
    await expect(comment(page, 'The newest of all')).toHaveCount(1);
  });

  test(`a block removes the person’s comments at once, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { mara, author, postId, page } = await newReader(browser, viewport);
    await writeComment(author, postId, 'Sighting 1.');
    await page.goto(`/home/post/${postId}`);
    await comment(page, 'Sighting 1.').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: `Block @${mara}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
    await expect(comments(page)).toHaveCount(0);
    await expect(page.getByText('Post missing or deleted, please go back .')).toBeVisible();
  });

  test(`comments that fail to load can be retried, ${viewport.width} wide @matrix`, async ({
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
  });

  test(`a missing post shows a message, ${viewport.width} wide @matrix`, async ({ browser }) => {
    const page = await newMember(browser, newName('lone'), { viewport });
    await page.goto('/home/post/not-an-id');
    await expect(page.getByText('Post not found.')).toBeVisible();
    await page.goto('/home/post/01890a5d-ac96-774b-bcce-b302099a8057');
    await expect(page.getByText('Post missing or deleted, please go back .')).toBeVisible();
  });
}
