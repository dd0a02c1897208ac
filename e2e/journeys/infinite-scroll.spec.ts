import { expect } from '@playwright/test';
import { newName, writePost, newMember } from '../support/members.ts';
import { test } from '../support/test.ts';

test('a list continues if an intersection callback holds several entries at once', async ({
  browser,
}) => {
  const name = newName('endless');
  const page = await newMember(browser, name);
  // More than two pages of posts.
  for (let n = 0; n < 45; n += 1) await writePost(page, `Number ${n}. ${'Word '.repeat(60)}`);
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        // Adds an older entry of the same element, from when it was not visible.
        super((entries, observer) => {
          const before = entries.map(
            (entry) =>
              new Proxy(entry, {
                get: (of, key) =>
                  key === 'isIntersecting'
                    ? false
                    : key === 'intersectionRatio'
                      ? 0
                      : Reflect.get(of, key),
              }),
          );
          callback([...before, ...entries], observer);
        }, options);
      }
    };
  });
  // The profile shows only the member's own posts, newest first.
  await page.goto(`/home/profile/${name}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const first = page.getByText('Number 0.', { exact: false });
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000);
      return first.isVisible();
    })
    .toBe(true);
});
