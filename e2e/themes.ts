import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** A journey that is there to look at screens, which are the same whichever node answers. */
export const looks = { tag: '@looks' };

const themes = ['light', 'dim', 'dark'];

async function expectNoSeriousProblem(page: Page, where: string, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  );
  expect(told, where).toEqual([]);
}

/** Nothing serious for axe in any theme; `where` names the place in the report. */
export async function inEveryTheme(page: Page, where: string): Promise<void> {
  // What appears while it is looked at, as a tooltip does, is there at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of themes) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    // What fades would be measured half way; what never ends, as a skeleton's pulse, isn't waited for.
    await page.waitForTimeout(100);
    await page.evaluate(async () => {
      const fading = document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity);
      await Promise.all(fading.map(async (each) => each.finished.catch(() => {})));
    });
    // A theme is nothing but colours: what else there is to find, the first finds.
    const rules = theme === themes[0] ? undefined : ['color-contrast', 'link-in-text-block'];
    await expectNoSeriousProblem(page, `${where}, ${theme}`, rules);
  }
  await page.emulateMedia({ reducedMotion: null });
}
