import { onLogout } from '../../../lib/logout.ts';
import { hasFields, storedJson } from '../../../lib/storage.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { storedUserId } from '../../auth/session.ts';

interface Stored {
  /** The user who opened the chat. Somebody else may have signed in since. */
  viewerId: string;
  userId: string;
}

/** Without storage, a reload closes the chat. */
const stored = storedJson('sessionStorage', 'roost:chat', (value) =>
  hasFields<Stored>(value, { viewerId: 'string', userId: 'string' }) ? value : undefined,
);
const open = createStore(read());
/** The element that had the focus when the chat was opened. */
let opener: Element | null = null;

onLogout(() => {
  show(undefined);
  opener = null;
});

/** Opens the chat with a person. `useChatPlacement` decides where it is shown. It stays open after a reload of the tab. */
export function openChat(userId: string): void {
  opener = document.activeElement;
  if (userId !== open.get()) show(userId);
}

export function closeChat(): void {
  show(undefined);
}

/** The person of the open chat. */
export const useOpenChat = (): string | undefined => useStore(open);
export const openedChat = open.get;

/** The element that gets the focus back. Null if the user did not open the chat, for example after a reload. */
export function chatOpener(): HTMLElement | null {
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/** Whether the user has opened a chat since the page loaded. A chat that a reload keeps open must not take the keys of the page. */
export const hasOpenedChat = (): boolean => opener !== null;

function show(userId: string | undefined): void {
  const viewerId = storedUserId();
  stored.write(userId && viewerId ? { viewerId, userId } : undefined);
  open.set(userId);
}

function read(): string | undefined {
  const chat = stored.read();
  return chat?.viewerId === storedUserId() ? chat?.userId : undefined;
}
