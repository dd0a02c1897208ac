import { expect, type Page } from '@playwright/test';
import * as chat from '@roost/contract/chat';
import * as posts from '@roost/contract/posts';
import * as search from '@roost/contract/search';
import * as users from '@roost/contract/users';
import { rows } from '../support/chat-screens.ts';
import { sendTextByApi } from '../support/chat-api.ts';
import { newName, writeComment, writePost, newMember } from '../support/members.ts';
import { test } from '../support/test.ts';
import { variants } from '../support/matrix.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const LONG = 'Wilhelmina Anastasia Featherstonehaugh-Cholmondeley';
const owners = [
  { fullName: 'Bo', username: 'lil' },
  { fullName: 'Ada Lovelace', username: 'an_extremely_long_handle_w30ch' },
  { fullName: 'Maximiliane Obermeier-Schulze', username: 'maximiliane_obermeier_schulze' },
  // Lengths around the point where the handle no longer fits. At these lengths, a wrong order of shrinking leaves a gap.
  ...Array.from({ length: 4 }, (_, n) => ({
    fullName: `Zainab ${'Qureshi'.repeat(4).slice(0, 6 + 4 * n)}`,
    username: 'zainab_qureshi',
  })),
  { fullName: LONG, username: 'lil' },
  { fullName: LONG, username: 'an_extremely_long_handle_w30ch' },
];

/** Replaces the author of each post and comment on the page, and adds a badge. */
async function replaceAuthors(page: Page): Promise<void> {
  let next = 0;
  const replace = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const inner of Object.values(value)) replace(inner);
    if ('fullName' in value && 'username' in value)
      Object.assign(value, owners[next++ % owners.length], { premium: { isActive: true } });
  };
  const lists = urlOf(
    posts.listUserPosts,
    posts.getPost,
    posts.listComments,
    search.searchUsers,
    users.listSuggested,
    chat.listConversations,
  );
  await page.route(lists, async (route) => {
    const answer = await route.fetch();
    const body: unknown = await answer.json();
    replace(body);
    await route.fulfill({ response: answer, json: body });
  });
}

interface NameLine {
  name: string;
  /** Width of the whole name, in px. */
  needed: number;
  shown: number;
  /** Distance between the visible name and the badge. */
  gapBeforeBadge: number;
  gapBeforeHandle: number | null;
  /** Distance between the last visible part before the end and the end. */
  gapBeforeEnd: number | null;
  /** Whether the end follows the name in the same row. */
  isEndBeside: boolean;
  isTimeWhole: boolean;
  /** Greatest possible width of the name: the line without the badge and the end. */
  room: number;
}

async function measure(page: Page): Promise<NameLine[]> {
  return page.locator('main [data-name-line]').evaluateAll((lines) =>
    lines
      .filter((line) => line.querySelector('svg') && line.getClientRects().length > 0)
      .map((line) => {
        const box = line.getBoundingClientRect();
        const text = document.createRange();
        const element = line.querySelector('[dir=auto]')!;
        text.selectNodeContents(element);
        const written = text.getBoundingClientRect();
        const name = element.getBoundingClientRect();
        const badge = line.querySelector('svg')!.getBoundingClientRect();
        const handle = line.querySelector('[data-handle]')?.getBoundingClientRect();
        const isHandleSeen = handle && handle.width > 0 && handle.top < box.bottom - 4;
        const ends = [...(line.querySelector('[data-line-end]') ?? line).children].slice(
          handle ? 0 : 1,
        );
        const endWidth = ends.reduce((sum, end) => sum + end.getBoundingClientRect().width + 4, 0);
        const end = ends.at(-1)?.getBoundingClientRect();
        const firstEnd = ends[0]?.getBoundingClientRect();
        const lastShown = isHandleSeen ? handle : badge;
        return {
          gapBeforeEnd: firstEnd ? firstEnd.left - lastShown.right : null,
          isEndBeside:
            firstEnd !== undefined && handle !== undefined && firstEnd.top < badge.bottom,
          name: line.textContent,
          needed: written.width,
          shown: name.width,
          gapBeforeBadge: badge.left - Math.min(written.right, name.right),
          gapBeforeHandle: isHandleSeen ? handle.left - badge.right : null,
          isTimeWhole: !end || (end.right <= box.right + 0.5 && end.left >= badge.right),
          room: box.width - badge.width - 4 - endWidth,
        };
      }),
  );
}

/** Checks every name line of the page. */
async function expectFit(page: Page, least: number): Promise<void> {
  await expect.poll(async () => (await measure(page)).length).toBeGreaterThanOrEqual(least);
  for (const line of await measure(page)) {
    const about = JSON.stringify(line);
    const isCut = line.shown < line.needed - 0.5;
    expect(line.isTimeWhole, about).toBe(true);
    expect(line.gapBeforeBadge, about).toBeGreaterThanOrEqual(0);
    expect(line.gapBeforeBadge, about).toBeLessThanOrEqual(6);
    if (isCut) {
      expect(line.gapBeforeHandle, about).toBeNull();
      expect(line.room, about).toBeLessThan(line.needed);
    }
    if (line.isEndBeside) {
      expect(line.gapBeforeEnd, about).toBeGreaterThanOrEqual(0);
      expect(line.gapBeforeEnd, about).toBeLessThanOrEqual(8);
    }
    if (line.gapBeforeHandle !== null) expect(line.gapBeforeHandle, about).toBeLessThanOrEqual(8);
  }
}

for (const width of variants(320, 390, 600)) {
  test(`the handle shrinks before the name, ${width} px @matrix`, async ({ browser }) => {
    const name = newName('line');
    const page = await newMember(browser, name, { viewport: { width, height: 900 } });
    const ids: string[] = [];
    for (const owner of owners) ids.push(await writePost(page, `By ${owner.fullName}`));
    for (const owner of owners) await writeComment(page, ids[0]!, `Words of ${owner.username}`);
    const friends = await Promise.all(
      [1, 2].map(async (n) =>
        newMember(browser, `${name}_${n}`, { viewport: { width, height: 900 } }),
      ),
    );
    for (const friend of friends) await sendTextByApi(friend, name, 'Hello');
    await replaceAuthors(page);
    await test.step('posts', async () => {
      await page.goto(`/home/profile/${name}`);
      await expectFit(page, owners.length);
    });
    await test.step('comments', async () => {
      await page.goto(`/home/post/${ids[0]}`);
      await expectFit(page, owners.length + 1);
    });
    await test.step('people', async () => {
      await page.goto(`/home/search?q=${name}&tab=people`);
      await expectFit(page, 2);
    });
    await test.step('conversations', async () => {
      await page.goto('/home/message');
      await expect(rows(page)).toHaveCount(2);
      await expectFit(page, 2);
    });
  });
}
