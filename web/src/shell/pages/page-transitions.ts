import { flushSync } from 'react-dom';
import { viewerTarget, type ViewerTarget } from '../../features/posts/media/viewer-link.ts';
import { bottomBarHeight, topBarsHeight } from '../../lib/page/bars.ts';
import { onLogout } from '../../lib/logout.ts';
import type { Location } from '../../lib/router/location.ts';
import { pageTransition } from '../../lib/router/router.tsx';
import { pageAt } from '../../pages.ts';
import { postIdIn } from '../../paths.ts';

/** The one element that moves from its place on a page to its place on the next. */
interface Move {
  /** The styles in motion.css. */
  kind: 'post' | 'picture';
  source: HTMLElement;
  /** The same thing on the next page, once that is rendered. */
  target: () => HTMLElement | undefined;
  /** The next page is a list. */
  needsRows?: true;
  /** The next page still shows the source for a moment, while it fades out. */
  hidesSource?: true;
}

const NAME = 'moving';
/** Larger elements would cost more than they show, in heights of the window. */
const MAX_HEIGHTS = 2;

/** From the start of a move to its first frame. People notice more. */
const MAX_DELAY_MS = 100;
/** A device that is this often too slow gets no more moves until the next page load. */
const MAX_SLOW_MOVES = 2;

const PAGE_POST = '[data-page-post]';
const SLIDE = '[data-viewer] [data-current] [data-picture]';

/** Ends the running move at once. */
let end = () => {};
let slowMoves = 0;
/** The row that led to the last post page. Back leads to it, and not to another row of the same post. */
let left: { postId: string; row: string | undefined } | undefined;

pageTransition.start = startPageTransition;
onLogout(() => (left = undefined));

/** Renders the next page in a view transition. Returns false if nothing moves. Then the router renders the page itself. */
function startPageTransition(from: Location, to: Location, render: () => void): boolean {
  if (!('startViewTransition' in document) || slowMoves >= MAX_SLOW_MOVES) return false;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  // Rendering the page must not wait for its code, because the browser shows nothing new meanwhile.
  if (!pageAt(to.pathname)?.screen.isLoaded()) return false;
  end();
  const move = moveBetween(from, to);
  if (!move || !isInSight(move.source)) return false;
  run(move, render);
  return true;
}

function run(move: Move, render: () => void): void {
  const { documentElement: root } = document;
  let target: HTMLElement | undefined;
  let clip: Animation | undefined;
  root.dataset['pageTransition'] = move.kind;
  move.source.style.viewTransitionName = NAME;
  const began = performance.now();
  const transition = document.startViewTransition(async () => {
    move.source.style.viewTransitionName = '';
    flushSync(render);
    // Lists restore their positions in microtasks after their first rendering. This one runs later.
    await Promise.resolve();
    if (move.needsRows) renderRows();
    target = move.target();
    if (!target || !isInSight(target) || !root.dataset['pageTransition']) {
      transition.skipTransition();
      return;
    }
    if (move.hidesSource) move.source.style.visibility = 'hidden';
    target.style.viewTransitionName = NAME;
  });
  const finish = () => {
    move.source.style.viewTransitionName = '';
    move.source.style.visibility = '';
    if (target) target.style.viewTransitionName = '';
    // Otherwise it would clip the next move, too.
    clip?.cancel();
    if (end === finishNow) {
      delete root.dataset['pageTransition'];
      end = () => {};
    }
  };
  const finishNow = () => {
    transition.skipTransition();
    finish();
  };
  end = finishNow;
  transition.ready.then(
    () => {
      if (performance.now() - began > MAX_DELAY_MS) slowMoves += 1;
      if (move.kind === 'post') clip = clipBelowBars();
    },
    () => {
      // Skipped, or the browser could not. The page is rendered anyway.
    },
  );
  void transition.finished.finally(finish);
}

/** Custom properties of the root would do the same, but a change of them computes the styles of all elements again. */
function clipBelowBars(): Animation {
  const clipPath = `inset(${topBarsHeight()}px 0 ${bottomBarHeight()}px)`;
  return document.documentElement.animate(
    { clipPath: [clipPath, clipPath] },
    { duration: 1, fill: 'forwards', pseudoElement: '::view-transition' },
  );
}

/**
 * A virtualized list renders its rows when it knows the window's size and position. The browser holds these events back until the
 * transition runs, so this sends them.
 */
function renderRows(): void {
  for (const name of ['resize', 'scroll']) flushSync(() => dispatchEvent(new Event(name)));
}

function moveBetween(from: Location, to: Location): Move | undefined {
  const [shown, next] = [viewerTarget(from), viewerTarget(to)];
  if (shown || next) {
    if (from.pathname !== to.pathname || (shown && next)) return undefined;
    return shown ? toTile(shown) : toSlide(next!);
  }
  const [fromId, toId] = [postIdIn(from.pathname), postIdIn(to.pathname)];
  if (toId && !fromId) return toPage(toId);
  return fromId && !toId ? toRow(fromId) : undefined;
}

function toPage(postId: string): Move | undefined {
  const source = pressedOrFirst(rowsOf(postId));
  left = { postId, row: source?.dataset['post'] };
  return source && { kind: 'post', source, target: () => one(PAGE_POST) };
}

function toRow(postId: string): Move | undefined {
  const source = one(PAGE_POST);
  const wanted = left?.postId === postId ? left.row : undefined;
  const target = () => {
    const rows = rowsOf(postId).filter(isInSight);
    return rows.find((row) => row.dataset['post'] === wanted) ?? rows[0];
  };
  return source && { kind: 'post', source, target, needsRows: true };
}

function toSlide(target: ViewerTarget): Move | undefined {
  const source = pressedOrFirst(tilesOf(target));
  return source && { kind: 'picture', source, target: () => one(SLIDE) };
}

function toTile(shown: ViewerTarget): Move | undefined {
  const source = one(SLIDE);
  const target = () => pressedOrFirst(tilesOf(shown));
  return source && { kind: 'picture', source, target, hidesSource: true };
}

const one = (selector: string) => document.querySelector<HTMLElement>(selector) ?? undefined;
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

const rowsOf = (postId: string) => all(`article[data-subject="${CSS.escape(postId)}"]`);
const tilesOf = ({ postId, photo }: ViewerTarget) =>
  all(`[data-photo="${CSS.escape(`${postId} ${photo}`)}"]`);

/** A list may show a post twice, by itself and as a repost. */
function pressedOrFirst(elements: HTMLElement[]): HTMLElement | undefined {
  const seen = elements.filter(isInSight);
  return (
    seen.find((element) => element.contains(document.activeElement)) ??
    seen.find((element) => element.matches(':hover')) ??
    seen[0]
  );
}

function isInSight(element: HTMLElement): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  if (height === 0 || height > MAX_HEIGHTS * innerHeight) return false;
  return bottom > topBarsHeight() && top < innerHeight - bottomBarHeight();
}
