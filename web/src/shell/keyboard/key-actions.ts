import * as words from '#words/shell';
import type { OwnUser } from '@roost/contract/users';
import { keyboardOverlay } from '../../lib/keys/keyboard-overlay.ts';
import { currentLocation } from '../../lib/router/location.ts';
import { navigate } from '../../lib/router/router.tsx';
import { paths } from '../../paths.ts';
import { chosenPost } from './focused-post.ts';
import type { PostSteps } from './post-steps.ts';

export interface KeyContext {
  viewer: OwnUser;
  steps: PostSteps;
  /** Opens the composer. */
  onPost: () => void;
  /** Says to screen readers what a key has done. */
  say: (text: string) => void;
}

/** Returns whether the key has a meaning on this page. */
export type KeyAction = (context: KeyContext) => boolean;

/** The actions of single keys. `help-keys.ts` describes them. */
export const keyActions: Record<string, KeyAction> = {
  j: stepBy(1),
  k: stepBy(-1),
  l: toggleInPost('l', { on: words.liked, off: words.likeRemoved }),
  t: toggleInPost('t', { on: words.reposted, off: words.repostRemoved }),
  b: toggleInPost('b', { on: words.bookmarked, off: words.bookmarkRemoved }),
  r: reply,
  n: act(({ onPost }) => onPost()),
  '/': act(openSearch),
  '.': ({ say }) => refreshFeed(say),
  '?': act(() => keyboardOverlay.set('help')),
  'g h': goTo(() => paths.home),
  'g n': goTo(() => paths.notifications),
  'g m': goTo(() => paths.messages),
  'g b': goTo(() => paths.bookmarks),
  'g l': goTo(() => paths.lists),
  'g p': goTo(({ username }) => paths.profile(username)),
};

/** Only steps repeat while a key is held down. Another action would undo itself. */
export const repeatingKeys: readonly string[] = ['j', 'k'];

/** Steps to the next or previous post. */
export function stepBy(by: 1 | -1): KeyAction {
  return ({ steps, say }) => {
    const result = steps.step(by);
    if (result === 'end') say(words.thatWasTheLastPost);
    return result !== 'none';
  };
}

/** The button of the chosen post with this key. */
function buttonOfPost(key: string): HTMLElement | null {
  return chosenPost()?.querySelector<HTMLElement>(`[data-shortcut="${key}"]`) ?? null;
}

function press(button: HTMLElement): void {
  // The person sees what the key changes.
  button.scrollIntoView({ block: 'nearest' });
  button.click();
}

function reply(): boolean {
  const button = buttonOfPost('r');
  if (button) press(button);
  return button !== null;
}

/** Presses a toggle. The focus is on the post, so no screen reader would read the new state of the button. */
function toggleInPost(key: string, said: { on: string; off: string }): KeyAction {
  return ({ say }) => {
    const button = buttonOfPost(key);
    if (!button) return false;
    if (button.matches(':disabled')) say(button.dataset['tooltip'] ?? '');
    else say(button.ariaPressed === 'true' ? said.off : said.on);
    press(button);
    return true;
  };
}

/** Opens the search with the focus in its box, and keeps a search that is already shown. */
export function openSearch(): void {
  const { pathname, search } = currentLocation();
  const isShown = pathname === paths.search;
  navigate(isShown ? pathname + search : paths.search, {
    replace: isShown,
    preventScrollReset: isShown,
    state: { focusSearch: true },
  });
}

/** Presses the button with the new posts, or without one the link to the feed. Returns false on other pages. */
export function refreshFeed(say: (text: string) => void): boolean {
  if (currentLocation().pathname !== paths.home) return false;
  const pill = document.querySelector<HTMLElement>('main [data-shortcut="."]');
  const home = document.querySelector<HTMLElement>(`a[href="${paths.home}"]`);
  // The focused post may leave the list.
  document.getElementById('content')?.focus({ preventScroll: true });
  (pill ?? home)?.click();
  say(words.refreshingTheFeed);
  return true;
}

function goTo(pathOf: (viewer: OwnUser) => string): KeyAction {
  return ({ viewer }) => {
    const to = pathOf(viewer);
    navigate(to, { replace: to === currentLocation().pathname, isReturn: true });
    return true;
  };
}

function act(run: (context: KeyContext) => void): KeyAction {
  return (context) => {
    run(context);
    return true;
  };
}
