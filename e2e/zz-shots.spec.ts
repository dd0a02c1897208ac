import { arrive, newName, writePost } from './people.ts';
import { test } from './test.ts';
test('shots', async ({ browser }) => {
  const a = await arrive(browser, newName('friend'));
  for (let n = 1; n <= 12; n += 1)
    await writePost(a, `A friend’s ${n}. ${'Some words of it. '.repeat(n % 5)}`);
  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'light'],
    [1280, 'dark'],
    [390, 'dark'],
  ] as const) {
    const page = await arrive(browser, newName('eyes'), {
      viewport: { width, height: 800 },
      colorScheme: scheme,
    });
    await page.waitForTimeout(600);
    await page.screenshot({ path: `/tmp/w/feed-shots/foryou-${width}-${scheme}.png` });
    await page.getByRole('tab', { name: 'Following' }).click();
    await page.waitForTimeout(800);
    await page.screenshot({ path: `/tmp/w/feed-shots/following-${width}-${scheme}.png` });
    if (width === 1280) {
      const id = await page.evaluate(async () => {
        const { data } = await (await fetch('/api/posts/feed')).json();
        await fetch(`/api/follow/${data.posts[0].ownerid._id}`, { method: 'POST' });
        return data.posts[0].ownerid._id;
      });
      await page.reload();
      await page.waitForTimeout(900);
      await page.mouse.wheel(0, 600);
      await page.waitForTimeout(500);
      await page.screenshot({ path: `/tmp/w/feed-shots/followed-${width}-${scheme}.png` });
    }
    await page.context().close();
  }
});
