import { expect } from '@playwright/test';
import * as posts from '@roost/contract/posts';
import { newName, writeComment, writePost, newMember, newApiMember } from '../support/members.ts';
import { recordLayoutShifts } from '../support/layout-shifts.ts';
import { appearance, checkAccessibility } from '../support/accessibility.ts';
import { test } from '../support/test.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { call, toggleBlock } from '../support/api.ts';
import { comment, sendReply } from '../support/comments.ts';
import { holdRequests } from '../support/held-requests.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(phone.viewport, desktop.viewport);

for (const viewport of sizes) {
  test(`two members answer each other in a thread, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const asMara = await newMember(browser, newName('mara'), { viewport });
    const postId = await writePost(asMara, 'Who has seen the heron?');
    const page = await newMember(browser, newName('theo'), { viewport });
    await writeComment(page, postId, 'By the old mill');

    await test.step('a member likes and answers a reply', async () => {
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
      await sendReply(asMara, first);
      await expect(comment(asMara, 'Thank you, I will look')).toBeVisible();
      await expect(asMara.getByText('Comment added successfully!')).toBeVisible();
      await expect(first.getByRole('textbox')).toHaveCount(0);
    });

    await test.step('the other member opens the answer and replies to it', async () => {
      await page.goto(`/home/post/${postId}`);
      await page.getByRole('button', { name: 'View 1 Reply' }).click();
      await expect(comment(page, 'Thank you')).toBeVisible();
      await page.getByRole('button', { name: 'Hide Replies' }).click();
      await expect(comment(page, 'Thank you')).toHaveCount(0);
      await page.getByRole('button', { name: 'View 1 Reply' }).click();
      await comment(page, 'Thank you')
        .getByRole('button', { name: /^Reply/ })
        .click();
      await page.keyboard.type('Bring a coat');
      await sendReply(page, comment(page, 'Thank you'));
      await expect(comment(page, 'Bring a coat')).toBeVisible();
      await expect(comment(page, 'Bring a coat')).not.toContainText('Posting…');
    });
  });

  test(`a comment’s URL scrolls to it, marks it and shows its parents, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const other = await newApiMember(browser, newName('mara'));
    const page = await newMember(browser, newName('theo'), { viewport });
    const postId = await writePost(other, 'Who has seen the heron?');
    const first = await writeComment(page, postId, 'By the old mill');
    const answer = await writeComment(other, first, 'Thank you, I will look');
    await writeComment(page, answer, 'Bring a warm coat');
    await page.goto(`/home/post/${postId}`);
    await page.getByRole('button', { name: 'View 1 Reply' }).click();
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
    await sendReply(page, last);
    await expect(comment(page, 'Deep down')).toBeVisible();
    await expect(comment(page, 'Deep down')).not.toContainText('Posting…');

    await page.goto(`/home/post/${at}`);
    await expect(page.getByRole('list', { name: 'Answers to' })).toBeVisible();
    await checkAccessibility(page, 'comment with what it answers');
  });
}
