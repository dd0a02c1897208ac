import { useSyncExternalStore } from 'react';
import { LOGOUT_EVENT } from '../../../lib/logout.ts';
import { storedUserId } from '../../auth/session.ts';

const STORAGE_KEY = 'roost:chat';

interface Stored {
  /** Whose chat it is: another may have signed in since. */
  viewerId: string;
  userId: string;
}

let open = read();
/** What had the focus when a chat was asked for. */
let opener: Element | null = null;
const listeners = new Set<() => void>();

if (typeof window !== 'undefined') {
  addEventListener(LOGOUT_EVENT, () => {
    show(undefined);
    opener = null;
  });
}

/** Opens the chat with a person; where it is shown is for `useChatPlace` to say. Lasts over a reload of this tab. */
export function openChat(userId: string): void {
  opener = document.activeElement;
  if (userId !== open) show(userId);
}

export function closeChat(): void {
  show(undefined);
}

/** The person of the open chat. */
export function useOpenChat(): string | undefined {
  return useSyncExternalStore(subscribe, openedChat);
}

export const openedChat = (): string | undefined => open;

/** Where the keyboard goes back to; null where nobody asked, as after a reload. */
export function chatOpener(): HTMLElement | null {
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

function show(userId: string | undefined): void {
  open = userId;
  write(userId);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): string | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Stored>;
    return stored.viewerId === storedUserId() ? stored.userId : undefined;
  } catch {
    return undefined;
  }
}

function write(userId: string | undefined): void {
  try {
    const viewerId = storedUserId();
    if (!userId || !viewerId) return sessionStorage.removeItem(STORAGE_KEY);
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ viewerId, userId } satisfies Stored));
  } catch {
    // Without storage it lasts as long as the page.
  }
}
