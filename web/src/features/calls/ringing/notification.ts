import * as words from '#words/calls';
import type { Incoming } from '../call-machine.ts';
import { nameOf } from '../../../ui/name-of.ts';

/** The lock that each visible tab holds while a call rings. */
const VISIBLE_TAB_LOCK = 'roost:ring-in-sight';
/** How long hidden tabs wait before they check the lock. */
const VISIBLE_TAB_WAIT_MS = 300;

/** Requests permission after a press that places or answers a call, because the user then understands why. */
export function askToNotify(): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return;
  void Notification.requestPermission();
}

/** Shows a system notification while no tab is visible. The tag merges the notifications of all tabs into one. */
export function showNotification(incoming: Incoming): () => void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return () => {};
  let stop = () => {};
  const check = () => {
    stop();
    stop = document.hidden ? notifyUnlessSeen(incoming) : holdVisibleTabLock();
  };
  check();
  document.addEventListener('visibilitychange', check);
  return () => {
    document.removeEventListener('visibilitychange', check);
    stop();
  };
}

function holdVisibleTabLock(): () => void {
  const { locks } = navigator as Partial<Navigator>;
  const over = new AbortController();
  const held = new Promise((release) => over.signal.addEventListener('abort', release));
  locks?.request(VISIBLE_TAB_LOCK, { mode: 'shared' }, async () => held).catch(() => {});
  return () => over.abort();
}

function notifyUnlessSeen(incoming: Incoming): () => void {
  const { locks } = navigator as Partial<Navigator>;
  let shown: Notification | undefined;
  let isOver = false;
  const check = async () => {
    const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
    if (!isOver && !held.some(({ name }) => name === VISIBLE_TAB_LOCK)) shown = notify(incoming);
  };
  const timer = setTimeout(() => void check(), VISIBLE_TAB_WAIT_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    shown?.close();
  };
}

function notify({ from, callId, media }: Incoming): Notification | undefined {
  try {
    const shown = new Notification(words.isCalling({ name: nameOf(from) }), {
      body: media === 'video' ? words.videoCall : words.voiceCall,
      tag: `call:${callId}`,
      requireInteraction: true,
      ...(from.avatar && { icon: from.avatar }),
    });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
    return shown;
  } catch {
    // Some phones allow only service workers to show notifications.
    return undefined;
  }
}
