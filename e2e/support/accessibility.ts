import { expect, test, type Page } from '@playwright/test';
import axe from 'axe-core';
import { isLong, variants } from './matrix.ts';

/** Tags of a journey that checks appearance only, which does not depend on the number of nodes. */
export const appearance = { tag: ['@appearance', '@matrix'] };

/** How a page can look: in which theme, and whether with more contrast. */
const looks = [
  ...variants('light', 'dim', 'dark').map((theme) => ({ theme, contrast: 'normal' })),
  ...variants('dark', 'light', 'dim').map((theme) => ({ theme, contrast: 'more' })),
];
/** Looks differ only in colours, so the first one finds all other problems. */
const ofColours = ['color-contrast', 'link-in-text-block'];

async function expectNoSeriousProblem(page: Page, where: string, rules?: string[]): Promise<void> {
  // Parsing axe takes as long as running its rules, so a document gets it once. No page has a frame.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(listSeriousProblems, { rules, checksTargets: isLong });
  expect(found, where).toEqual([]);
}

interface Checks {
  /** All rules without it. */
  rules: string[] | undefined;
  /** The size of targets depends on what lies beside and over them, so the long run alone checks it. */
  checksTargets: boolean;
}

/** Runs in the page. Axe's own report is large, and few of its parts are needed. */
async function listSeriousProblems({ rules, checksTargets }: Checks): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
    // With all results, axe takes twice the time.
    resultTypes: ['violations'],
    ...(rules
      ? { runOnly: { type: 'rule', values: rules } }
      : { rules: { 'target-size': { enabled: checksTargets } } }),
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

/**
 * Waits in the page until no animation runs, because axe would measure colours in between. A transition of an inherited
 * colour starts another one in child elements a frame later, so three still frames are needed. Endless animations, such as
 * a skeleton's pulse, are ignored.
 */
async function waitForAnimations(): Promise<void> {
  const frame = async () => new Promise((resolve) => requestAnimationFrame(resolve));
  let stillFrames = 0;
  while (stillFrames < 3) {
    await frame();
    const fading = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
      );
    stillFrames = fading.length === 0 ? stillFrames + 1 : 0;
    await Promise.all(fading.map(async (each) => each.finished.catch(() => {})));
  }
}

/** Expects no serious problem for axe in any theme, also with more contrast. `where` names the screen in the report. */
export async function checkAccessibility(page: Page, where: string): Promise<void> {
  expect(test.info().tags, 'the tag with which the long run finds this journey').toContain(
    '@matrix',
  );
  // Elements that appear during the check, such as tooltips, show without a fade.
  const hasMotion = await page.evaluate(
    () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  if (hasMotion) await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const look of looks) {
    await page.evaluate((wanted) => Object.assign(document.documentElement.dataset, wanted), look);
    await page.evaluate(waitForAnimations);
    const rules = look === looks[0] ? undefined : ofColours;
    await expectNoSeriousProblem(page, `${where}, ${look.theme}, ${look.contrast} contrast`, rules);
  }
  await page.evaluate((first) => Object.assign(document.documentElement.dataset, first), looks[0]);
  if (hasMotion) await page.emulateMedia({ reducedMotion: null });
}
