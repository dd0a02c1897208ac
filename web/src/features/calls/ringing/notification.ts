import type { Incoming } from '../call-machine.ts';

/** Asked from a press, when somebody places a call: then it is plain what for. */
export function askToNotify(): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return;
  void Notification.requestPermission();
}

/** The system's own, while the tab is out of sight; its tag makes one of all tabs'. */
export function showNotification({ from, signal, media }: Incoming): () => void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return () => {};
  let shown: Notification | undefined;
  const look = () => {
    shown?.close();
    shown = undefined;
    if (!document.hidden) return;
    try {
      shown = new Notification(`${from.fullName || from.username} is calling`, {
        body: media === 'video' ? 'Video call' : 'Voice call',
        tag: `call:${signal}`,
        requireInteraction: true,
        ...(from.avatar && { icon: from.avatar }),
      });
      shown.addEventListener('click', () => {
        window.focus();
        shown?.close();
      });
    } catch {
      // Some phones only let service workers do so.
    }
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    shown?.close();
  };
}
