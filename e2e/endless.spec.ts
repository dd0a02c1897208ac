import { expect } from '@playwright/test';
import { arrive, newName } from './people.ts';
import { test } from './test.ts';

test('a list goes on also where the browser tells of its end late, of several moments at once', async ({
  browser,
}) => {
  const page = await arrive(browser, newName('endless'));
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
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(async () => {
    await page.mouse.wheel(0, 4_000);
    await expect(page.getByText('Number 0.', { exact: false })).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 20_000 });
});
