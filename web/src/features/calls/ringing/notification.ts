import type { Incoming } from '../call-machine.ts';

/** Held by each tab in sight while it rings. */
const IN_SIGHT = 'roost:ring-in-sight';
/** Milliseconds they have for that, before the others look. */
const HEED_MS = 300;

/** Asked from a press of somebody who calls or has been called: then it is plain what for. */
export function askToNotify(): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return;
  void Notification.requestPermission();
}

/** The system's own, while no tab is in sight; its tag makes one of all tabs'. */
export function showNotification(incoming: Incoming): () => void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return () => {};
  let stop = () => {};
  const look = () => {
    stop();
    stop = document.hidden ? notifyUnlessSeen(incoming) : holdSight();
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    stop();
  };
}

function holdSight(): () => void {
  const { locks } = navigator as Partial<Navigator>;
  const over = new AbortController();
  const held = new Promise((release) => over.signal.addEventListener('abort', release));
  locks?.request(IN_SIGHT, { mode: 'shared' }, async () => held).catch(() => {});
  return () => over.abort();
}

function notifyUnlessSeen(incoming: Incoming): () => void {
  const { locks } = navigator as Partial<Navigator>;
  let shown: Notification | undefined;
  let isOver = false;
  const look = async () => {
    const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
    if (!isOver && !held.some(({ name }) => name === IN_SIGHT)) shown = notify(incoming);
  };
  const timer = setTimeout(() => void look(), HEED_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    shown?.close();
  };
}

function notify({ from, signal, media }: Incoming): Notification | undefined {
  try {
    const shown = new Notification(`${from.fullName || from.username} is calling`, {
      body: media === 'video' ? 'Video call' : 'Voice call',
      tag: `call:${signal}`,
      requireInteraction: true,
      ...(from.avatar && { icon: from.avatar }),
    });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
    return shown;
  } catch {
    // Some phones only let service workers do so.
    return undefined;
  }
}
