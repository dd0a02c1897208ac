import { useEffect, useSyncExternalStore } from 'react';

/** Not on every phone. */
const isPossible = () => document.fullscreenEnabled;

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** The whole page rather than the call's part of it: so its notices are seen, too. */
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
