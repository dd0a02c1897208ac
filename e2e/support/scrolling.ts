import type { Locator, Page } from '@playwright/test';

/** Returns the position of an element after it has been stable for ten frames. */
export async function positionAtRest(element: Locator): Promise<DOMRect> {
  return element.evaluate(async (node) => {
    let position = node.getBoundingClientRect();
    for (let frames = 0; frames < 10; frames += 1) {
      await new Promise((next) => requestAnimationFrame(next));
      const now = node.getBoundingClientRect();
      if (now.y !== position.y) frames = 0;
      position = now;
    }
    return position.toJSON() as DOMRect;
  });
}

/** Scrolls with the wheel in small steps, as a hand does. Returns when the smooth scrolling has ended. */
export async function wheelDown(page: Page, turns: number, by: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(120);
  }
  await page.evaluate(async () => {
    for (let y = Number.NaN; y !== scrollY;) {
      y = scrollY;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  });
}

/** Pulls a page down at its top with a finger, and lets go. */
export async function pullDown(page: Page, distance: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: 195, y }],
    });
  await touch('touchStart', 300);
  for (let y = 0; y <= distance; y += 10) await touch('touchMove', 300 + y);
  await touch('touchEnd');
  await client.detach();
}
