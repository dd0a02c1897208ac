import { expect } from '@playwright/test';
import { arrive, newName } from './people.ts';
import { test } from './test.ts';

test('a list goes on also where the browser tells of its end late, of several moments at once', async ({
  browser,
}) => {
  const name = newName('endless');
  const page = await arrive(browser, name);
  // More than two pages, written past the composer.
  await page.evaluate(async () => {
    for (let n = 0; n < 45; n += 1) {
      const body = new FormData();
      body.set('content', `Number ${n}. ${'Word '.repeat(60)}`);
      const { status } = await fetch('/api/posts/createpost', { method: 'POST', body });
      if (status !== 201) throw new Error(`Post ${n}: ${status}`);
    }
  });
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        // The moment before, when what is near now was far.
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
  // Their own posts, by time, nobody else's between them.
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
