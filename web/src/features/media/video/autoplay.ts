import { savesData } from '../../../lib/page/saves-data.ts';
import { personalStore, useStore } from '../../../lib/store.ts';

/**
 * Autoplay: of the videos in view, the one with the largest visible share plays, muted. Of equal ones the topmost
 * plays. No video plays for people who prefer reduced motion or save data.
 */
const shares = new Map<HTMLVideoElement, number>();
/** The ids of the videos that the person has paused. */
const pausedVideos = personalStore<ReadonlySet<string>>(new Set());
const MIN_VISIBLE_SHARE = 0.6;
let holds = 0;
let watcher: IntersectionObserver | undefined;

/** People who save data or prefer reduced motion start a video by hand. */
export function mayAutoplay(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches && !savesData();
}

export const useIsVideoPaused = (id: string): boolean =>
  useStore(pausedVideos, (ids) => ids.has(id));

/** Pauses a video in each place that shows it, or lets it play by itself again. */
export function setVideoPaused(id: string, isPaused: boolean): void {
  const ids = new Set(pausedVideos.get());
  if (isPaused) ids.add(id);
  else ids.delete(id);
  pausedVideos.set(ids);
  choose();
}

/** Plays the video while it is the most visible one. Call the returned function to stop. */
export function autoplayInView(video: HTMLVideoElement): () => void {
  if (!mayAutoplay()) return () => {};
  watcher ??= startWatching();
  shares.set(video, 0);
  watcher.observe(video);
  return () => {
    watcher?.unobserve(video);
    shares.delete(video);
    video.pause();
    choose();
  };
}

/** Pauses all videos while an overlay covers the page. Call the returned function to resume. */
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
        const video = target as HTMLVideoElement;
        if (shares.has(video)) shares.set(video, intersectionRatio);
      }
      choose();
    },
    { threshold: [0, 0.25, MIN_VISIBLE_SHARE, 0.8, 1] },
  );
}

function choose(): void {
  const isStill = holds > 0 || document.hidden;
  const topOf = (video: HTMLVideoElement) => video.getBoundingClientRect().top;
  const [best] = [...shares]
    .filter(([, share]) => share >= MIN_VISIBLE_SHARE)
    .sort(([one, a], [other, b]) => b - a || topOf(one) - topOf(other));
  for (const video of shares.keys()) {
    // Some browsers refuse to play, to save power. The poster stays.
    // No other video plays instead of a paused one.
    if (!isStill && video === best?.[0] && !pausedVideos.get().has(video.dataset['video'] ?? ''))
      void video.play().catch(() => {});
    else video.pause();
  }
}
