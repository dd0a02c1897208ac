import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  asQuickTime,
  avif,
  drawPicture,
  gif,
  postFiles,
  recordClip,
  type TestFile,
} from './files.ts';
import { arrive, card, newName } from './people.ts';

const composer = (page: Page) => page.getByRole('main').locator('form');
const files = (page: Page) => page.getByRole('list', { name: 'Files in this post' });

async function choose(page: Page, chosen: TestFile[]): Promise<void> {
  await page.getByRole('main').locator('input[type=file]').setInputFiles(chosen);
}

/** Everything chosen is on the server. */
async function uploaded(page: Page, count: number): Promise<void> {
  await expect(composer(page).getByRole('status')).toHaveText(
    `${count} of ${count} files uploaded`,
    { timeout: 20_000 },
  );
}

/** `isAsked`: pictures lack alt text, and nobody has been reminded yet. */
async function publish(page: Page, text: string, isAsked: boolean): Promise<Locator> {
  await page.getByRole('textbox', { name: 'Post text' }).fill(text);
  await page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
  if (isAsked) await page.getByRole('button', { name: 'Post without' }).click();
  const post = card(page, text);
  await expect(post).toBeVisible();
  await expect(post).not.toContainText('Posting…');
  return post;
}

/** The picture is the server's, and the browser could draw it. */
async function expectDrawn(picture: Locator): Promise<void> {
  await expect(picture).toBeVisible();
  await expect
    .poll(() =>
      picture.evaluate(
        (image: HTMLImageElement) =>
          image.currentSrc.startsWith('http') && image.complete && image.naturalWidth > 0,
      ),
    )
    .toBe(true);
}

test('every kind of picture and video goes up and is shown', async ({ browser }) => {
  test.setTimeout(150_000);
  const page = await arrive(browser, newName('kinds'), { viewport: { width: 1280, height: 900 } });
  const mp4 = await recordClip(page, 'mp4');
  const kinds = [
    await drawPicture(page, 'photo.jpg'),
    await drawPicture(page, 'drawing.png', { color: '#bc6c25' }),
    await drawPicture(page, 'web.webp', { width: 480, height: 640 }),
    gif,
    avif,
    mp4,
    await recordClip(page, 'webm'),
    asQuickTime(mp4),
  ];
  for (const chosen of kinds) {
    await test.step(chosen.name, async () => {
      await choose(page, [chosen]);
      await uploaded(page, 1);
      const isPicture = chosen.mimeType.startsWith('image/');
      const post = await publish(page, `This is ${chosen.name}`, isPicture);
      if (isPicture) return expectDrawn(post.locator('a img'));
      await expect
        .poll(() => post.locator('video').evaluate((film: HTMLVideoElement) => film.readyState))
        .toBeGreaterThan(1);
      const film = post.locator('video');
      expect(await film.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
      await expect(film).toHaveAttribute('poster', /^(http|blob)/);
    });
  }
});

test('several at once: one called off, one failed and tried again, alt text, order', async ({
  browser,
}) => {
  test.setTimeout(90_000);
  const page = await arrive(browser, newName('many'), { viewport: { width: 1280, height: 900 } });
  const names = ['a.jpg', 'b.png', 'c.webp', 'd.jpg'];
  const chosen = await Promise.all(names.map((name) => drawPicture(page, name)));

  await test.step('one is called off while it is on its way', async () => {
    let letGo = () => {};
    const held = new Promise<void>((go) => (letGo = go));
    await page.route('**/api/media', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await choose(page, chosen);
    await expect(files(page).getByRole('listitem')).toHaveCount(4);
    await page.getByRole('button', { name: 'Cancel upload of b.png' }).click();
    await expect(files(page).getByRole('listitem')).toHaveCount(3);
    letGo();
    await uploaded(page, 3);
    await page.unroute('**/api/media');
  });

  await test.step('choosing again replaces them; one that fails is tried again', async () => {
    let isFirst = true;
    await page.route('**/api/media', async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      return route.abort();
    });
    await choose(page, chosen);
    await page.getByRole('button', { name: /^Try again to upload/ }).click();
    await uploaded(page, 4);
    await expect(files(page).getByRole('listitem')).toHaveCount(4);
    await page.unroute('**/api/media');
  });

  await test.step('what they show is written, and their order changed, by keyboard', async () => {
    await page.getByRole('button', { name: 'Add alt text of a.jpg' }).press('Enter');
    await page.getByRole('textbox', { name: 'Alt text' }).fill('A pale sun over the sea');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('button', { name: 'Move a.jpg right' }).press('Enter');
    await expect(files(page).getByRole('listitem').nth(1)).toContainText('ALT');
    await expect(
      files(page)
        .getByRole('listitem')
        .nth(1)
        .getByRole('img', { name: 'A pale sun over the sea' }),
    ).toBeVisible();
  });

  await test.step('a post that fails keeps text and files', async () => {
    await page.route('**/api/posts/createpost', (route) => route.abort());
    await page.getByRole('textbox', { name: 'Post text' }).fill('Four of them');
    await page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
    await expect(composer(page)).toContainText('3 pictures have no alt text');
    await page.getByRole('button', { name: 'Post without' }).click();
    await expect(page.getByText('Failed to create post.')).toBeVisible();
    await expect(files(page).getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('textbox', { name: 'Post text' })).toHaveValue('Four of them');
    await page.unroute('**/api/posts/createpost');
  });

  await test.step('and then is posted, in that order', async () => {
    const post = await publish(page, 'Four of them', false);
    await expect(post.getByRole('link', { name: /^Picture/ })).toHaveCount(4);
    await expect(
      post.getByRole('link', { name: 'Picture 2 of 4: A pale sun over the sea' }),
    ).toBeVisible();
    for (const picture of await post.getByRole('link', { name: /^Picture/ }).all())
      await expectDrawn(picture.locator('img'));
    await post.getByRole('button', { name: 'Show alt text' }).click();
    await expect(page.getByRole('dialog', { name: 'Alt text' })).toContainText('A pale sun');
  });
});

test('a file that can’t be posted is said to be so before it is sent', async ({ browser }) => {
  const page = await arrive(browser, newName('unfit'), { viewport: { width: 1280, height: 900 } });
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/media')) sent += 1;
  });
  await choose(page, [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    { name: 'broken.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no film at all') },
  ]);
  await expect(composer(page)).toContainText('notes.txt can’t be posted.');
  await expect(composer(page)).toContainText('This browser can’t play broken.mp4');
  expect(sent).toBe(0);
  await page.getByRole('button', { name: 'Remove broken.mp4' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
  await expect(composer(page)).toContainText('Post must have either content or media.');
});

for (const viewport of [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
]) {
  test(`the viewer, ${viewport.width} wide`, async ({ browser }) => {
    test.setTimeout(90_000);
    const page = await arrive(browser, newName('viewer'), { viewport });
    const pictures = await Promise.all(
      ['#e07a5f', '#34a0a4', '#bc6c25'].map((color, n) =>
        drawPicture(page, `${n}.jpg`, { color, width: 400 + n * 300, height: 500 }),
      ),
    );
    const clip = await recordClip(page, 'webm');
    const words = `Look at these, ${viewport.width} wide`;
    const id = await postFiles(page, words, [...pictures, clip], ['The first', '', '', '']);
    await page.goto('/home');
    const viewer = page.getByRole('dialog', { name: /^Media of/ });
    const counter = viewer.getByText(/^\d \/ \d$/);
    const shown = viewer.locator('[data-current]');

    await test.step('opens over the feed, under the post’s own address', async () => {
      await card(page, words).getByRole('link', { name: 'Picture 2 of 4' }).click();
      await expect(counter).toHaveText('2 / 4');
      await expect(page).toHaveURL(`/home/post/${id}?photo=2`);
      await expectDrawn(shown.getByRole('img'));
      expect(await page.getByRole('article', { includeHidden: true }).count()).toBeGreaterThan(0);
    });

    await test.step('turns by buttons and keys, round and round', async () => {
      await viewer.getByRole('button', { name: 'Next' }).click();
      await expect(counter).toHaveText('3 / 4');
      await page.keyboard.press('ArrowRight');
      await expect(counter).toHaveText('4 / 4');
      await expect(shown.locator('video')).toBeVisible();
      await viewer.getByRole('button', { name: 'Next' }).click();
      await expect(counter).toHaveText('1 / 4');
      await expect(viewer).toContainText('The first');
      await page.keyboard.press('ArrowLeft');
      await expect(counter).toHaveText('4 / 4');
      await page.keyboard.press('Home');
      await expect(counter).toHaveText('1 / 4');
      await page.keyboard.press('End');
      await expect(counter).toHaveText('4 / 4');
      await viewer.getByRole('button', { name: 'Previous' }).click();
      await expect(counter).toHaveText('3 / 4');
      await expect(page).toHaveURL(`/home/post/${id}?photo=3`);
    });

    await test.step('Back closes it, and the focus is on what was looked at', async () => {
      await page.goBack();
      await expect(viewer).toBeHidden();
      await expect(page).toHaveURL('/home');
      await expect(card(page, words).getByRole('link', { name: 'Picture 3 of 4' })).toBeFocused();
    });

    await test.step('by the keyboard alone', async () => {
      await page.keyboard.press('Enter');
      await expect(counter).toHaveText('3 / 4');
      for (let n = 0; n < 8; n += 1) {
        await page.keyboard.press('Tab');
        // At either end it passes a guard, for a moment.
        await expect
          .poll(() => viewer.evaluate((box) => box.contains(document.activeElement)))
          .toBe(true);
      }
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
      await expect(page).toHaveURL('/home');
    });

    await test.step('by its address; closing it leaves the post', async () => {
      await page.goto(`/home/post/${id}?photo=2`);
      await expect(counter).toHaveText('2 / 4');
      await viewer.getByRole('button', { name: 'Close' }).click();
      await expect(viewer).toBeHidden();
      await expect(page).toHaveURL(`/home/post/${id}`);
      await expect(page.getByText(words)).toBeVisible();
    });
  });
}

test('a feed of pictures keeps still on a slow network', async ({ browser }) => {
  test.setTimeout(180_000);
  const page = await arrive(browser, newName('still'), { viewport: { width: 1280, height: 900 } });
  const shapes = [
    [600, 450],
    [450, 900],
    [800, 300],
    [500, 500],
  ] as const;
  const pictures = await Promise.all(
    shapes.map(([width, height], n) => drawPicture(page, `${n}.jpg`, { width, height })),
  );
  for (let n = 50; n > 0; n -= 1)
    await postFiles(page, `Still ${n}`, pictures.slice(n % 4, (n % 4) + 1 + (n % 3)));
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  });
  await page.addInitScript(noteShifts);
  await page.goto('/home');
  await expect(card(page, 'Still 1').first()).toBeVisible({ timeout: 30_000 });
  await expect
    .poll(
      async () => {
        await page.mouse.move(600, 500);
        await page.mouse.wheel(0, 700);
        await page.waitForTimeout(150);
        return page.getByText('Still 50').count();
      },
      { timeout: 120_000 },
    )
    .toBeGreaterThan(0);
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, JSON.stringify(shifts, undefined, 1)).toBeLessThanOrEqual(0.02);
});

interface Shift {
  value: number;
  /** What moved, and from where to where. */
  what: string[];
}

function noteShifts(): void {
  const shifts: Shift[] = Object.assign(globalThis, { shifts: [] }).shifts;
  type Entry = PerformanceEntry & {
    value: number;
    sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[]) {
      const what = sources.map(
        ({ node, previousRect: was, currentRect: is }) =>
          `${node?.nodeName} ${node?.className} ${node?.textContent?.slice(0, 30)}: ${was.y}+${was.height} to ${is.y}+${is.height}`,
      );
      shifts.push({ value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
