/** Which of the videos in sight plays: one at a time, the topmost of several, never with sound, none where motion is not wanted. */
const shares = new Map<HTMLVideoElement, number>();
const ENOUGH = 0.6;
let holds = 0;
let watcher: IntersectionObserver | undefined;

interface WithConnection {
  connection?: { saveData?: boolean };
}

/** Somebody who saves data, or wants stillness, starts a video by hand. */
export function mayPlayByItself(): boolean {
  return (
    !matchMedia('(prefers-reduced-motion: reduce)').matches &&
    !(navigator as WithConnection).connection?.saveData
  );
}

/** Plays the video while it is the one most in sight; the answer ends that. */
export function playInSight(video: HTMLVideoElement): () => void {
  if (!mayPlayByItself()) return () => {};
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

/** Stills them all, while something lies on top. */
export function holdClips(): () => void {
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
    { threshold: [0, 0.25, ENOUGH, 0.8, 1] },
  );
}

function choose(): void {
  const isStill = holds > 0 || document.hidden;
  const topOf = (video: HTMLVideoElement) => video.getBoundingClientRect().top;
  const [best] = [...shares]
    .filter(([, share]) => share >= ENOUGH)
    .sort(([one, a], [other, b]) => b - a || topOf(one) - topOf(other));
  for (const video of shares.keys()) {
    // Refused by some browsers to save power; the poster stays.
    if (!isStill && video === best?.[0]) void video.play().catch(() => {});
    else video.pause();
  }
}
