/** Posts, reposts and comments that can have the focus, in the order of the page. */
const POSTS = 'main article[tabindex]';

export const shownPosts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(POSTS)];

/** The post with the focus on it or in it. */
export function focusedPost(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>(POSTS) ?? undefined;
}

/** The post that the keys act on: the focused one, or the one that the page is about. */
export function chosenPost(): HTMLElement | undefined {
  return (
    focusedPost() ??
    document.querySelector<HTMLElement>('main article[data-page-post]') ??
    undefined
  );
}
