// Runs before each file of component tests.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { queryClient } from '../../src/lib/cache/query-client.ts';
import { announceLogout } from '../../src/lib/logout.ts';
import { watchSheetHistory } from '../../src/ui/overlays/sheet-history.ts';
import { waitingToasts } from '../../src/ui/overlays/toasts.ts';
import { server } from './fake-server.ts';
import { FakeXhr } from './fake-xhr.ts';
import { socket } from './fake-socket.ts';

vi.mock('socket.io-client', () => ({ io: socket.io }));

// Enough for a busy machine that still compiles a part of the app.
configure({ asyncUtilTimeout: 5_000 });
// Base UI reads this flag: without it, dialogs wait for animations that this DOM never plays.
vi.stubGlobal('BASE_UI_ANIMATIONS_DISABLED', true);

// jsdom lays nothing out. These answer for a wide window with a mouse, without motion, in which nothing has a size.
const matching = ['(pointer: fine)', '(prefers-reduced-motion: reduce)'];
vi.stubGlobal('matchMedia', (media: string) =>
  Object.assign(new EventTarget(), { media, matches: matching.includes(media) }),
);
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('ResizeObserver', NoObserver);
vi.stubGlobal('IntersectionObserver', NoObserver);
vi.stubGlobal('scrollTo', () => {});
Element.prototype.scrollIntoView = () => {};

watchSheetHistory();

beforeEach(() => {
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
});

afterEach(() => {
  cleanup();
  // Forgets the entry of an open dialog. Otherwise the browser would go back during the next test.
  history.replaceState(null, '');
  // Empties drafts, the outbox and everything else that belongs to a person.
  announceLogout('signedOut');
  waitingToasts.set([]);
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  const unexpected = [...server.unexpected, ...socket.unexpected];
  server.reset();
  socket.reset();
  expect(unexpected).toEqual([]);
});
