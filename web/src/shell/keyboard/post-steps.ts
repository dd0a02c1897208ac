import { focusedPost, shownPosts } from './focused-post.ts';

/** How long a step at the end of a list waits for the next page. */
const NEXT_PAGE_MS = 10_000;
/** The rows above a post may get their heights this many frames after it scrolled into view. */
const ALIGN_FRAMES = 4;

/** `end`: no post follows. `none`: the page has no posts. */
export type StepResult = 'moved' | 'end' | 'none';

export interface PostSteps {
  /** Moves the focus to the next (1) or previous (-1) post. */
  step: (by: 1 | -1) => StepResult;
  /** Ends a wait for the next page. */
  stop: () => void;
}

/**
 * Moves the focus from post to post, also to posts that are not loaded yet. Lists load at their end by themselves. Comments have a
 * button for this, which a step presses.
 */
export function postSteps(): PostSteps {
  let stop = () => {};
  /** The post that is on its way to the top of the window. It can be out of the window for a frame. */
  let aligned: HTMLElement | undefined;
  const goTo = (post: HTMLElement) => {
    aligned = post;
    focusPost(post, () => {
      if (aligned === post) aligned = undefined;
    });
  };
  return {
    step(by) {
      stop();
      const posts = shownPosts();
      const from = focusedPost();
      if (posts.length === 0) return 'none';
      // A mouse may have scrolled the focused post out of the window.
      if (!from || (from !== aligned && !isInSight(from))) goTo(topmostInSight(posts));
      else {
        const next = posts[posts.indexOf(from) + by];
        if (next) goTo(next);
        else if (by === -1) scrollTo(0, 0);
        else {
          const more = document.querySelector<HTMLElement>('main [data-shortcut="j"]');
          more?.click();
          if (!more && !hasMore(from)) return 'end';
          stop = waitForNext(from, goTo);
        }
      }
      return 'moved';
    },
    stop: () => stop(),
  };
}

/** Focuses a post and moves it to the top of the window. */
function focusPost(post: HTMLElement, onAligned: () => void): void {
  post.focus({ preventScroll: true });
  let frames = ALIGN_FRAMES;
  const align = () => {
    if (document.activeElement !== post) return onAligned();
    // `scroll-margin` and `scroll-padding` of base.css keep it below the sticky headers.
    post.scrollIntoView({ block: 'start' });
    frames -= 1;
    if (frames > 0) requestAnimationFrame(align);
    else onAligned();
  };
  align();
}

/** Whether the list continues after this row: on the server, or in rows that are not rendered yet. */
function hasMore(post: HTMLElement): boolean {
  const { ariaPosInSet, ariaSetSize } = post;
  return ariaPosInSet !== null && Number(ariaSetSize) !== Number(ariaPosInSet);
}

/** Shows the end of the list, and focuses the next post as soon as it is there. Returns the function that ends the wait. */
function waitForNext(from: HTMLElement, goTo: (next: HTMLElement) => void): () => void {
  const hidden = from.getBoundingClientRect().bottom - innerHeight / 2;
  if (hidden > 0) scrollBy(0, hidden);
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const observer = new MutationObserver(() => {
    const posts = shownPosts();
    const next = posts[posts.indexOf(from) + 1];
    if (focusedPost() !== from) end();
    else if (next) {
      end();
      goTo(next);
    }
  });
  const timer = setTimeout(end, NEXT_PAGE_MS);
  observer.observe(document.querySelector('main')!, { childList: true, subtree: true });
  return end;
}

function isInSight(post: HTMLElement): boolean {
  const { top, bottom } = post.getBoundingClientRect();
  return bottom >= headHeight(post) && top <= innerHeight;
}

/** The first post that begins in the window, or the one that fills it. */
function topmostInSight(posts: HTMLElement[]): HTMLElement {
  const begins = (post: HTMLElement) => {
    const { top } = post.getBoundingClientRect();
    return top >= headHeight(post) / 2 && top <= innerHeight / 2;
  };
  return posts.find(begins) ?? posts.find(isInSight) ?? posts[0]!;
}

/** The height in px of the headers above the posts. */
function headHeight(post: HTMLElement): number {
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  const margin = Number.parseFloat(getComputedStyle(post).scrollMarginTop);
  return (padding || 0) + (margin || 0);
}
