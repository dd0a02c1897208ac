import { expect, type Page } from '@playwright/test';
import { desktop, phone, withMotion } from '../support/devices.ts';
import { drawPicture, postFiles } from '../support/files.ts';
import { variants } from '../support/matrix.ts';
import { newMember, newName, writePost } from '../support/members.ts';
import { positionAtRest } from '../support/scrolling.ts';
import { test } from '../support/test.ts';

/** The elements that a view transition showed. */
interface Move {
  /** The pseudo-elements that were animated. The one around them clips them, and does not move. */
  moved: string[];
  longestMs: number;
  /** Whether it ran, and was not skipped. */
  isReady: boolean;
  /** A post moves between the bars, and a picture moves over them. */
  isClipped: boolean;
}

/** Records the view transitions of every page that loads after this call. */
async function recordMoves(page: Page): Promise<() => Promise<Move[]>> {
  await page.addInitScript(() => {
    const moves: Move[] = [];
    Object.assign(window, { moves });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      const note = (isReady: boolean) => {
        const effects = document
          .getAnimations()
          .map(({ effect }) => effect as KeyframeEffect)
          .filter((effect) => effect.pseudoElement?.startsWith('::view-transition-'));
        moves.push({
          moved: [...new Set(effects.map(({ pseudoElement }) => pseudoElement!))].toSorted(),
          longestMs: Math.max(...effects.map((effect) => Number(effect.getTiming().duration))),
          isReady,
          isClipped:
            getComputedStyle(document.documentElement, '::view-transition').clipPath !== 'none',
        });
      };
      // One microtask later, the app has added its own animation.
      transition.ready
        .then(() => {})
        .then(
          () => note(true),
          () => note(false),
        );
      return transition;
    };
  });
  return async () => page.evaluate(() => (window as unknown as { moves: Move[] }).moves);
}

function expectMove(
  { moved, longestMs, isReady, isClipped }: Move,
  kind: 'post' | 'picture',
): void {
  expect(isReady).toBe(true);
  expect(moved).toEqual([
    '::view-transition-group(moving)',
    '::view-transition-new(moving)',
    '::view-transition-old(moving)',
  ]);
  expect(longestMs).toBeLessThanOrEqual(200);
  expect(isClipped).toBe(kind === 'post');
}

/** No element keeps the name, and presses reach the page. */
const isOver = (page: Page) =>
  page.evaluate(
    () =>
      document.documentElement.dataset['pageTransition'] === undefined &&
      document.querySelector('[style*="view-transition-name: moving"]') === null,
  );

/** Opens a profile whose post with a picture is further down. */
async function openProfile(
  browser: Parameters<typeof newMember>[0],
  options: Parameters<typeof newMember>[2],
  before?: (page: Page) => Promise<unknown>,
) {
  const name = newName('moves');
  const page = await newMember(browser, name, { ...options, savesData: false });
  for (let n = 0; n < 4; n += 1) await writePost(page, `Earlier ${n}. ${'Word '.repeat(60)}`);
  const picture = await drawPicture(page, 'a.jpg', { color: '#34a0a4', width: 600, height: 400 });
  const id = await postFiles(page, 'With a picture', [picture]);
  for (let n = 0; n < 4; n += 1) await writePost(page, `Later ${n}. ${'Word '.repeat(60)}`);
  await before?.(page);
  await page.goto(`/home/profile/${name}`);
  const row = page.locator(`[data-post="${id}"]`);
  await expect(row).toBeAttached();
  // The code of the next pages loads while the browser is idle.
  for (const name of ['post-screen', 'post-viewer'])
    await page.waitForFunction(
      (part) => performance.getEntriesByType('resource').some((file) => file.name.includes(part)),
      name,
    );
  await page.waitForLoadState('networkidle');
  await row.evaluate((element) =>
    scrollBy(0, element.getBoundingClientRect().top - innerHeight / 3),
  );
  await expect(row).toBeInViewport();
  // Rows may still be measured. A press on a row that moves hits nothing.
  await positionAtRest(row);
  return { page, id, row };
}

for (const device of variants(phone, desktop)) {
  const options = { ...device, ...withMotion };
  const width = device.viewport.width;

  test(`a post moves to its page and back, ${width} wide @matrix`, async ({ browser }) => {
    let moves = async (): Promise<Move[]> => [];
    const { page, id, row } = await openProfile(browser, options, async (opened) => {
      moves = await recordMoves(opened);
    });
    await row.focus();
    const { y: before } = await positionAtRest(row);
    await row.getByText('With a picture').click({ position: { x: 2, y: 4 } });
    await expect(page).toHaveURL(`/home/post/${id}`);
    await expect.poll(async () => (await moves()).length).toBe(1);
    expectMove((await moves())[0]!, 'post');
    await expect.poll(() => isOver(page)).toBe(true);
    await expect(page.getByRole('textbox', { name: 'Reply text' })).toBeVisible();

    await page.goBack();
    await expect(row).toBeInViewport();
    await expect.poll(async () => (await moves()).length).toBe(2);
    expectMove((await moves())[1]!, 'post');
    await expect.poll(() => isOver(page)).toBe(true);
    expect((await positionAtRest(row)).y).toBeCloseTo(before, 0);
    await expect(row).toBeFocused();
  });

  test(`a picture moves to the viewer and back, ${width} wide @matrix`, async ({ browser }) => {
    let moves = async (): Promise<Move[]> => [];
    const { page, row } = await openProfile(browser, options, async (opened) => {
      moves = await recordMoves(opened);
    });
    const tile = row.getByRole('link', { name: 'Picture' });
    const { y: before } = await positionAtRest(tile);
    await tile.click();
    const viewer = page.getByRole('dialog', { name: /^Media of/ });
    await expect(viewer).toBeVisible();
    await expect.poll(async () => (await moves()).length).toBe(1);
    expectMove((await moves())[0]!, 'picture');
    await expect.poll(() => isOver(page)).toBe(true);

    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect.poll(async () => (await moves()).length).toBe(2);
    expectMove((await moves())[1]!, 'picture');
    await expect.poll(() => isOver(page)).toBe(true);
    expect((await positionAtRest(tile)).y).toBe(before);
    await expect(tile).toBeFocused();
  });
}

test('with reduced motion nothing moves', async ({ browser }) => {
  let moves = async (): Promise<Move[]> => [];
  const { page, id, row } = await openProfile(browser, desktop, async (opened) => {
    moves = await recordMoves(opened);
  });
  await row.getByText('With a picture').click({ position: { x: 2, y: 4 } });
  await expect(page).toHaveURL(`/home/post/${id}`);
  await expect(page.getByRole('textbox', { name: 'Reply text' })).toBeVisible();
  expect(await moves()).toEqual([]);
});

test('a browser without view transitions shows the pages', async ({ browser }) => {
  const { page, id, row } = await openProfile(browser, { ...desktop, ...withMotion }, (opened) =>
    opened.addInitScript(() => {
      Reflect.deleteProperty(Document.prototype, 'startViewTransition');
    }),
  );
  await row.getByText('With a picture').click({ position: { x: 2, y: 4 } });
  await expect(page).toHaveURL(`/home/post/${id}`);
  await expect(page.getByRole('textbox', { name: 'Reply text' })).toBeVisible();
  await page.goBack();
  await expect(row).toBeInViewport();
});
