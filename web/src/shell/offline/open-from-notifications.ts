import type { PageMessage } from '../../lib/offline/worker-messages.ts';
import { navigate } from '../../lib/router/router.tsx';

/** Goes where a pressed notification leads, without a reload: somebody may be in a call, or writing. */
export function openFromNotifications(): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    const { type, path } = (data ?? {}) as Partial<PageMessage>;
    if (type !== 'OPEN' || path === undefined) return;
    ports[0]?.postMessage('opened');
    navigate(path);
  });
}
