import { savesData } from '../../../lib/page/saves-data.ts';
import { createStore, personalStore, useStore } from '../../../lib/store.ts';

/** A video or an animated picture, in one place. */
interface Player {
  id: string;
  play: () => void;
  pause: () => void;
}

interface Choices {
  /** The ids of the media that the person has paused. */
  paused: ReadonlySet<string>;
  /** The id of what the person started, if it would not play by itself. It plays until it leaves the view. */
  started: string | undefined;
}

/**
 * Autoplay: of the media in view, the one with the largest visible share plays, muted. Of equal ones the topmost plays. For
 * people who prefer reduced motion or save data, only what they start plays.
 */
const players = new Map<Element, Player & { share: number }>();
const choices = personalStore<Choices>({ paused: new Set(), started: undefined });
/** The id of what plays now. */
const playing = createStore<string | undefined>(undefined);
const MIN_VISIBLE_SHARE = 0.6;
let holds = 0;
let watcher: IntersectionObserver | undefined;

/** People who save data or prefer reduced motion start videos and animated pictures by hand. */
export function mayAutoplay(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches && !savesData();
}

/** Whether this may play: the person did not pause it, and started it or lets it play by itself. */
export function mayPlay(id: string): boolean {
  const { paused, started } = choices.get();
  return !paused.has(id) && (id === started || mayAutoplay());
}

export const useIsPlaying = (id: string): boolean => useStore(playing, (current) => current === id);

/** Plays this instead of what plays now. */
export function playMedium(id: string): void {
  const paused = new Set(choices.get().paused);
  paused.delete(id);
  const playsByItself = mayAutoplay() && mostVisible()?.id === id;
  choices.set({ paused, started: playsByItself ? undefined : id });
  choose();
}

/** Pauses this in each place that shows it, until the person starts it again. Nothing else plays instead of it. */
export function pauseMedium(id: string): void {
  const { paused, started } = choices.get();
  choices.set({ paused: new Set(paused).add(id), started });
  choose();
}

/** Plays it while it is the most visible one. Call the returned function to stop. */
export function autoplayInView(element: Element, player: Player): () => void {
  watcher ??= startWatching();
  players.set(element, { ...player, share: 0 });
  watcher.observe(element);
  return () => {
    watcher?.unobserve(element);
    players.delete(element);
    player.pause();
    choose();
  };
}

/** Pauses everything while an overlay covers the page. Call the returned function to resume. */
export function pauseAutoplay(): () => void {
  holds += 1;
  choose();
  return () => {
    holds -= 1;
    choose();
  };
}

function startWatching(): IntersectionObserver {
  document.addEventListener('visibilitychange', choose);
  return new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        const player = players.get(target);
        if (player) player.share = intersectionRatio;
      }
      choose();
    },
    { threshold: [0, 0.25, MIN_VISIBLE_SHARE, 0.8, 1] },
  );
}

function choose(): void {
  const best = startedInView() ?? mostVisible();
  const isStill = holds > 0 || document.hidden;
  const chosen = best && !isStill && mayPlay(best.id) ? best : undefined;
  for (const player of players.values()) if (player !== chosen) player.pause();
  chosen?.play();
  playing.set(chosen?.id);
}

function startedInView() {
  const { paused, started } = choices.get();
  const found = [...players.values()]
    .filter(({ id, share }) => id === started && share > 0)
    .toSorted((one, other) => other.share - one.share)[0];
  if (started !== undefined && !found) choices.set({ paused, started: undefined });
  return found;
}

function mostVisible() {
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  return [...players]
    .filter(([, { share }]) => share >= MIN_VISIBLE_SHARE)
    .toSorted(([one, a], [other, b]) => b.share - a.share || topOf(one) - topOf(other))[0]?.[1];
}
