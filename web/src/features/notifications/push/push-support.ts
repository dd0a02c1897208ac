import { useSyncExternalStore } from 'react';
import { hasServiceWorker } from '../../../lib/offline/has-service-worker.ts';
import { site } from '../../../lib/site.ts';

/**
 * Whether this browser can get pushes. `needsInstall`: on iPhones and iPads, only an installed app can. `denied`: the person has
 * forbidden notifications of this site. `notOffered`: the site sends none.
 */
export type PushSupport = 'ready' | 'needsInstall' | 'unsupported' | 'denied' | 'notOffered';

export function pushSupport(): PushSupport {
  if (site.vapidKey === null) return 'notOffered';
  const isAble = hasServiceWorker() && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (!isAble) return isApplePhone() ? 'needsInstall' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

/** The same for components. It follows changes in the settings of the browser. */
export function usePushSupport(): PushSupport {
  return useSyncExternalStore(watchPermission, pushSupport);
}

/** Installed apps there can get pushes, and have them without a new visit. iPads call themselves Macs. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isApple =
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple && !matchMedia('(display-mode: standalone)').matches;
}

function watchPermission(onChange: () => void): () => void {
  let isOver = false;
  let status: PermissionStatus | undefined;
  void navigator.permissions?.query({ name: 'notifications' }).then(
    (found) => {
      if (isOver) return;
      status = found;
      status.addEventListener('change', onChange);
    },
    () => {
      // The browser does not tell. The next visit of the page shows the new state.
    },
  );
  return () => {
    isOver = true;
    status?.removeEventListener('change', onChange);
  };
}
