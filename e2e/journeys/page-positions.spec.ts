import { expect, type Page } from '@playwright/test';
import { follow } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { newApiMember, newMember, newName, writeComment, writePost } from '../support/members.ts';
import { wheelDown } from '../support/scrolling.ts';
import { test } from '../support/test.ts';

const ROWS = '#content :is([data-key], [data-user], [data-comment])';

/** The topmost row that begins below the bars, and its distance from the top. */
async function rowInSight(page: Page): Promise<{ row: string; top: number }> {
  return page.evaluate((rows) => {
    const bar = document.querySelector('[data-page-header]')?.getBoundingClientRect().bottom ?? 70;
    const seen = [...document.querySelectorAll<HTMLElement>(rows)].find(
      (row) => row.getBoundingClientRect().top >= bar,
    );
    const { key, user, comment } = seen!.dataset;
    return { row: key ?? user ?? comment ?? '', top: seen!.getBoundingClientRect().top };
  }, ROWS);
}

/** How far the row is from its former place, in px. */
async function distance(page: Page, { row, top }: { row: string; top: number }): Promise<number> {
  const now = await page.evaluate(
    async ({ rows, row }) => {
      // The page is at rest when nothing has moved for ten frames.
      const find = () =>
        [...document.querySelectorAll<HTMLElement>(rows)].find((each) =>
          [each.dataset['key'], each.dataset['user'], each.dataset['comment']].includes(row),
        );
      let last = Number.NaN;
      for (let frames = 0; frames < 10; frames += 1) {
        await new Promise((next) => requestAnimationFrame(next));
        const y = find()?.getBoundingClientRect().top ?? Number.NaN;
        if (y !== last) frames = 0;
        last = y;
        if (Number.isNaN(y)) return null;
      }
      return last;
    },
    { rows: ROWS, row },
  );
  return now === null ? Infinity : Math.abs(now - top);
}

const isBack = async (page: Page, before: { row: string; top: number }) =>
  expect.poll(async () => distance(page, before), { timeout: 12_000 }).toBeLessThanOrEqual(2);

for (const { viewport } of variants(phone, desktop)) {
  test(`Back and a reload keep the place on pages without posts, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    test.slow();
    const [reader, friend, prefix] = [newName('reader'), newName('friend'), newName('many')];
    const page = await newMember(browser, reader, { viewport });
    const theirs = await newApiMember(browser, friend);
    await follow(page, friend);
    const root = await writePost(page, 'Much answered');
    const first = await writeComment(theirs, root, 'The first answer');
    for (let n = 0; n < 30; n += 1) {
      const own = await writePost(page, `My ${n}`);
      await writeComment(theirs, own, `About ${n}. ${'Words. '.repeat((n % 5) * 8)}`);
      await writeComment(theirs, root, `Answer ${n}. ${'Words. '.repeat((n % 5) * 8)}`);
    }
    for (let n = 0; n < 24; n += 1)
      await follow(await newApiMember(browser, `${prefix}_${n}`), friend);

    async function check(
      path: string,
      { turns, changeAbove }: { turns: number; changeAbove?: () => Promise<unknown> },
    ) {
      await page.goto(path);
      await expect(page.locator(ROWS).nth(8)).toBeVisible();
      await wheelDown(page, turns, 300);
      const before = await rowInSight(page);
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
      await test.step(`${path}: after Back`, async () => {
        await page.evaluate(() => {
          const link = document.querySelector<HTMLElement>('a[href="/home"]');
          link?.click();
        });
        await expect(page).toHaveURL(/\/home$/);
        await page.goBack();
        await isBack(page, before);
      });
      await test.step(`${path}: after a reload`, async () => {
        await page.reload();
        await isBack(page, before);
      });
      if (!changeAbove) return;
      await test.step(`${path}: after a reload with changed rows above`, async () => {
        await changeAbove();
        await page.reload();
        await isBack(page, before);
      });
    }

    await check('/home/noti', {
      turns: 4,
      changeAbove: async () => {
        const own = await writePost(page, 'A new post');
        await writeComment(theirs, own, 'A new comment on it');
      },
    });
    await check(`/home/post/${root}`, {
      turns: 5,
      changeAbove: async () => theirs.request.delete(`/api/posts/${first}`),
    });
    await check(`/home/search?q=${prefix}&tab=people`, { turns: 4 });
    await check(`/home/profile/${friend}/followers`, { turns: 4 });
  });
}
