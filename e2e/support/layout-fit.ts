import { expect, type Page } from '@playwright/test';

/** Expects that no line of the interface is cut, and that nothing is wider than the screen. It checks the largest text too. */
export async function checkFit(page: Page, where: string): Promise<void> {
  await page.evaluate(async () => document.fonts.ready);
  for (const size of ['normal', 'larger']) {
    await page.evaluate((wanted) => (document.documentElement.dataset['textSize'] = wanted), size);
    expect(await page.evaluate(listUnfit), `${where}, ${size} text`).toEqual([]);
  }
}

/** Runs in the page. Returns what does not fit. */
export function listUnfit(): string[] {
  const problems: string[] = [];
  const { clientWidth: width, scrollWidth } = document.documentElement;
  if (scrollWidth > width)
    problems.push(`the page is ${scrollWidth} wide, and the screen ${width}`);
  const spoken = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 60)}”`;
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1;
  /** The layout may cut texts of people: names, texts and addresses. */
  const isOfPeople = (element: Element) =>
    element.closest('bdi, [dir="auto"], [dir="ltr"], article');
  const scrolls = (element: Element) => {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
    return false;
  };

  const named = 'button, [role=tab], [role=radio], [role=menuitem], h1, h2, h3, legend, nav a, th';
  for (const element of document.querySelectorAll<HTMLElement>(named)) {
    if (!isShown(element) || isOfPeople(element) || element.querySelector('bdi')) continue;
    if (element.closest('.sr-only')) continue;
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      problems.push(
        `${spoken(element)} is cut at ${element.clientWidth} of ${element.scrollWidth}`,
      );
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (!element || (node.textContent ?? '').trim() === '' || !isShown(element)) continue;
    if (/^(?:SCRIPT|STYLE|NOSCRIPT|OPTION|TITLE)$/.test(element.tagName)) continue;
    if (element.closest('.sr-only') || scrolls(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, width: lineWidth } of range.getClientRects())
      if (
        lineWidth > 1 &&
        (left < -1 || right > width + 1) &&
        !element.closest('[data-base-ui-inert]')
      )
        problems.push(`${spoken(element)} leaves the screen, from ${left} to ${right}`);
    const { overflowX, textOverflow } = getComputedStyle(element);
    const isCut = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    if (isCut && !isOfPeople(element) && !element.querySelector('bdi'))
      problems.push(`${spoken(element)} is cut (${textOverflow})`);
  }
  return [...new Set(problems)];
}
