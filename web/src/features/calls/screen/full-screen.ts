import { useEffect, useSyncExternalStore } from 'react';

/** Some phones do not support this. */
const isPossible = () => document.fullscreenEnabled;

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Shows the whole page in full screen, not only the call, so that toasts stay visible. */
export function useFullScreen() {
  const isOn = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  useEffect(() => leaveFullScreen, []);
  return {
    isOn,
    isPossible: isPossible(),
    toggle: () => {
      if (document.fullscreenElement) leaveFullScreen();
      else document.documentElement.requestFullscreen().catch(() => {});
    },
  };
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
}
