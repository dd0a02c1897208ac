import { createStore, useStore } from '../store.ts';

/** Some browsers let a page ask whether to install the app. The standard library of TypeScript does not know the event. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offered = createStore<InstallPrompt | undefined>(undefined);
const isInstalled = createStore(false);

/** Keeps the browser's offer for the settings, where a person can look for it. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered.set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => {
    offered.set(undefined);
    isInstalled.set(true);
  });
}

export type Installation = 'installed' | 'offered' | 'manual';

/** Whether the app is installed, the browser offers it, or the person does it in the menu of the browser. */
export function useInstallation(): Installation {
  const prompt = useStore(offered);
  const isDone = useStore(isInstalled);
  if (isDone || matchMedia('(display-mode: standalone)').matches) return 'installed';
  return prompt ? 'offered' : 'manual';
}

/** Lets the browser ask. It can ask only once for each offer. */
export async function install(): Promise<void> {
  const prompt = offered.get();
  offered.set(undefined);
  await prompt?.prompt();
}
