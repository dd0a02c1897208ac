import { paths, usernameIn } from '../../../paths.ts';

/** The element that a person's hover card belongs to. */
export interface CardAnchor {
  username: string;
  element: HTMLElement;
}

/** Elements that show a person but do not link to the profile. */
const PERSON_SELECTOR = '[data-person]';
const PROFILE_LINK_SELECTOR = `a[href^="${paths.profiles}"]`;
/** Parts of the page without hover cards: names there have another purpose, or have their own card. */
const NO_CARD_SELECTOR = '[data-anchored-card], nav, [role=tablist], [role=menu]';

export function isInCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-person-card]') !== null;
}

/** The person under the mouse. If a row's link covers the whole row, its people are below that link. */
export function anchorAt({ target, clientX, clientY }: PointerEvent): CardAnchor | undefined {
  if (!(target instanceof Element) || target.closest(NO_CARD_SELECTOR)) return undefined;
  return (
    markedUnder(target, clientX, clientY) ??
    anchorOf(target.closest(`${PROFILE_LINK_SELECTOR}, ${PERSON_SELECTOR}`))
  );
}

function markedUnder(target: Element, x: number, y: number): CardAnchor | undefined {
  const row = target.closest('li');
  if (!row?.querySelector(PERSON_SELECTOR)) return undefined;
  for (const element of document.elementsFromPoint(x, y)) {
    if (!row.contains(element)) return undefined;
    const marked = element.closest(PERSON_SELECTOR);
    if (marked) return anchorOf(marked);
  }
  return undefined;
}

function anchorOf(element: Element | null): CardAnchor | undefined {
  if (!(element instanceof HTMLElement)) return undefined;
  const path = element instanceof HTMLAnchorElement ? element.pathname : undefined;
  // This is the person's own page, which shows more than the card.
  if (path === location.pathname) return undefined;
  const username = element.dataset['person'] ?? (path && usernameIn(path));
  return username ? { username, element } : undefined;
}
