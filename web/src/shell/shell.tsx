import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { endSession } from '../features/auth/session.ts';
import { useViewer } from '../features/auth/viewer.ts';
import { CallSlotsContext } from '../features/chat/call-slots.ts';
import { UnreadConversationsInTitle } from '../features/chat/conversations/unread-conversations.tsx';
import { useChatPlace } from '../features/chat/place/use-chat-place.ts';
import { UnreadInTitle } from '../features/notifications/unread-badge.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { LazyOverlay } from '../ui/lazy-overlay.tsx';
import { AccountSheet } from './account-sheet.tsx';
import { Aside } from './aside.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ComingPage } from './coming-page.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { PostButton } from './post-button.tsx';
import { SideNav } from './side-nav.tsx';
import { TopBar } from './top-bar.tsx';
import { useMainSocket } from './use-main-socket.ts';

export interface ShellProps {
  /** The dialogs are features' own; whoever puts the app together hands them in. */
  renderComposer: RenderOverlay;
  renderSettings: RenderOverlay;
}

/** Called from the first opening on, and then also while closed, so that closing can be animated. */
type RenderOverlay = (open: boolean, onOpenChange: (open: boolean) => void) => ReactNode;

type Overlay = 'composer' | 'settings' | 'account' | 'logout';
const noneOpened: Partial<Record<Overlay, true>> = {};

/** What stands around every page of signed-in people. */
export function Shell({ renderComposer, renderSettings }: ShellProps) {
  const viewer = useViewer();
  const live = useMainSocket();
  const [overlay, setOverlay] = useState<Overlay>();
  const [opened, setOpened] = useState(noneOpened);
  const open = (name: Overlay) => {
    setOverlay(name);
    setOpened((all) => ({ ...all, [name]: true }));
  };
  // Only its own closing: another overlay may have taken its place by then.
  const change = (name: Overlay) => (next: boolean) =>
    next ? open(name) : setOverlay((now) => (now === name ? undefined : now));
  /** As it was when they wanted to leave. */
  const [unsent, setUnsent] = useState(0);
  const logOut = async () => {
    const count = live?.countUnsent() ?? 0;
    if (count === 0) return endSession();
    setUnsent(count);
    return open('logout');
  };
  const main = useFocusOnNavigation();
  useChatPlace();

  return (
    <CallSlotsContext value={live?.callSlots}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-accent px-5 py-2.5 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <ConnectionBar />
      <UnreadInTitle />
      <UnreadConversationsInTitle />
      <TopBar viewer={viewer} onAccount={() => open('account')} />
      <div className="mx-auto grid min-h-[calc(100dvh-var(--offline-bar))] grid-cols-1 justify-center md:grid-cols-[4.5rem_minmax(0,37.5rem)] lg:grid-cols-[4.5rem_minmax(0,37.5rem)_minmax(0,21.25rem)] xl:grid-cols-[minmax(0,16.25rem)_minmax(0,37.5rem)_minmax(0,21.25rem)]">
        <SideNav
          viewer={viewer}
          onPost={() => open('composer')}
          onSettings={() => open('settings')}
          onLogOut={logOut}
        />
        <main
          ref={main}
          id="content"
          tabIndex={-1}
          // On phones the last row of a page can be scrolled clear of the post button.
          className="min-w-0 border-line pb-[calc(var(--bottom-bar)+5.5rem)] outline-none md:border-x md:pb-0"
        >
          <Suspense fallback={<ComingPage />}>
            <Outlet />
          </Suspense>
        </main>
        <Aside />
      </div>
      <PostButton onPost={() => open('composer')} />
      <BottomBar viewer={viewer} />
      <AccountSheet
        viewer={viewer}
        open={overlay === 'account'}
        onOpenChange={change('account')}
        onSettings={() => open('settings')}
        onLogOut={logOut}
      />
      <LazyOverlay open={overlay === 'composer'} onFailed={() => change('composer')(false)}>
        {opened.composer && renderComposer(overlay === 'composer', change('composer'))}
      </LazyOverlay>
      <LazyOverlay open={overlay === 'settings'} onFailed={() => change('settings')(false)}>
        {opened.settings && renderSettings(overlay === 'settings', change('settings'))}
      </LazyOverlay>
      <ConfirmDialog
        open={overlay === 'logout'}
        onOpenChange={change('logout')}
        title={
          unsent === 1 ? '1 message has not been sent' : `${unsent} messages have not been sent`
        }
        description={`${unsent === 1 ? 'It' : 'They'} will be lost when you log out.`}
        confirmLabel="Log out"
        danger
        onConfirm={endSession}
      />
      {live && <live.CallOverlays />}
    </CallSlotsContext>
  );
}

/** A new page is read from its start, not from wherever the link to it was. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A list that was come back to has put it on the row one left from.
    if (!main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
