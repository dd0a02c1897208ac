import * as words from '#words/shell';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from '../lib/router/router.tsx';
import { signOutHere } from '../features/auth/session.ts';
import { useViewer } from '../features/auth/viewer.ts';
import { CallSlotsContext } from '../features/chat/call-slots.ts';
import { UnreadConversationsInTitle } from '../features/chat/conversations/unread-conversations.tsx';
import { useChatPlacement } from '../features/chat/window/use-chat-placement.ts';
import { UnreadInTitle } from '../features/notifications/unread-badge.tsx';
import { lazyPart } from '../lib/page/load-chunk.ts';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { site } from '../lib/site.ts';
import { storedText } from '../lib/storage.ts';
import { savesData } from '../lib/page/saves-data.ts';
import { useIsPhone } from '../lib/page/screen-width.ts';
import { useAfterPaint } from '../lib/page/use-after-paint.ts';
import { whenIdle } from '../lib/page/when-idle.ts';
import { OptionalBoundary } from '../ui/states/optional-boundary.tsx';
import { LazyOverlay } from '../ui/overlays/lazy-overlay.tsx';
import { Aside } from './aside.tsx';
import { BottomBar } from './navigation/bottom-bar.tsx';
import { PageFrame } from './pages/page-frame.tsx';
import { PageFallback } from './pages/page-fallback.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { SideNav } from './navigation/side-nav.tsx';
import { TopBar } from './navigation/top-bar.tsx';
import { loadLiveFeatures, useMainSocket } from './use-main-socket.ts';
import { isPageOf, pageAt } from '../pages.ts';
import { paths } from '../paths.ts';

// Phones only, and not in the first paint.
const PostButton = lazyPart(async () => (await import('./navigation/post-button.tsx')).PostButton);
const AccountSheet = lazyPart(
  async () => (await import('./navigation/account-sheet.tsx')).AccountSheet,
);

// Most members do not need it.
const VerificationBar = lazyPart(
  async () => (await import('../features/auth/verification-bar.tsx')).VerificationBar,
);

/** The last announcement that somebody dismissed in this browser. */
const readAnnouncement = storedText('localStorage', 'roost:news');

export interface ShellProps {
  /** The dialog of a feature. The caller passes it, so the shell stays independent of it. */
  renderComposer: RenderOverlay;
}

/** Rendered from the first opening on. It stays mounted while closed, so the closing is animated. */
type RenderOverlay = (open: boolean, onOpenChange: (open: boolean) => void) => ReactNode;

type Overlay = 'composer' | 'account' | 'logout';
const noneOpened: Partial<Record<Overlay, true>> = {};

const loadEndSession = () => import('../features/auth/end-session.ts');

/** The frame of every members' page. */
export function Shell({ renderComposer }: ShellProps) {
  const viewer = useViewer();
  const live = useMainSocket();
  const [overlay, setOverlay] = useState<Overlay>();
  const [opened, setOpened] = useState(noneOpened);
  const open = (name: Overlay) => {
    setOverlay(name);
    setOpened((all) => ({ ...all, [name]: true }));
  };
  // Closes this overlay only, because another one may be open by then.
  const change = (name: Overlay) => (next: boolean) =>
    next ? open(name) : setOverlay((now) => (now === name ? undefined : now));
  /** The call at the moment of the logout request. */
  const [unsent, setUnsent] = useState(0);
  const [hasNews, setHasNews] = useState(
    () => (readAnnouncement.read() ?? '') !== site.announcement,
  );
  const endSession = async () => {
    // The live features bring its code, so that it also works offline.
    const loaded = live ?? (await loadEndSession().catch(() => undefined));
    return loaded ? loaded.endSession() : signOutHere();
  };
  const logOut = async () => {
    // A person may press it before they are loaded.
    const features = live ?? (await loadLiveFeatures().catch(() => undefined));
    const count = (await features?.countUnsent()) ?? 0;
    if (count === 0) return endSession();
    setUnsent(count);
    return open('logout');
  };
  const { pathname } = useLocation();
  const isMessages = pathname === paths.messages;
  const page = pageAt(pathname);
  const isWide = page?.isWide && isPageOf(page, viewer);
  const main = useFocusOnNavigation(pathname);
  const isPhone = useIsPhone();
  const isLater = useAfterPaint();
  useChatPlacement();
  useEffect(() => (savesData() ? undefined : whenIdle(AccountSheet.preload)), []);

  return (
    <CallSlotsContext value={live?.callSlots}>
      <a
        href="#content"
        onClick={(event) => {
          // The browser's own jump would add a history entry.
          event.preventDefault();
          main.current?.focus({ preventScroll: true });
          main.current?.scrollIntoView();
        }}
        className="fixed top-2 start-2 z-50 -translate-y-20 rounded-full bg-accent px-5 py-2.5 font-semibold text-on-accent focus:translate-y-0"
      >
        {words.skipToContent}
      </a>
      <ConnectionBar />
      <UnreadInTitle />
      <UnreadConversationsInTitle />
      {isPhone && <TopBar viewer={viewer} onAccount={() => open('account')} />}
      <div
        data-messages={isMessages || undefined}
        data-wide={isWide}
        className="shell-columns grid min-h-[calc(100dvh-var(--offline-bar))]"
      >
        {!isPhone && <SideNav viewer={viewer} onPost={() => open('composer')} onLogOut={logOut} />}
        <main
          ref={main}
          id="content"
          tabIndex={-1}
          // On phones, people can scroll the last row of a page above the post button.
          className="min-w-0 border-line pb-[calc(var(--bottom-bar)+5.5rem)] outline-none md:border-x md:pb-0"
        >
          {hasNews && (
            <div className="min-h-16">
              {live && (
                <live.AnnouncementBar
                  onDismiss={() => {
                    readAnnouncement.write(site.announcement);
                    setHasNews(false);
                  }}
                />
              )}
            </div>
          )}
          {viewer.emailUnverified && (
            <div className="min-h-16">
              <OptionalBoundary>
                <VerificationBar />
              </OptionalBoundary>
            </div>
          )}
          <Suspense fallback={<PageFallback />}>
            <PageFrame />
          </Suspense>
        </main>
        {!isWide && <Aside isMessages={isMessages} />}
      </div>
      {isPhone && isLater && (
        <OptionalBoundary>
          <PostButton onPost={() => open('composer')} />
        </OptionalBoundary>
      )}
      {isPhone && <BottomBar viewer={viewer} />}
      <LazyOverlay open={overlay === 'account'} onFailed={() => change('account')(false)}>
        {opened.account && (
          <AccountSheet
            viewer={viewer}
            open={overlay === 'account'}
            onOpenChange={change('account')}
            onLogOut={logOut}
          />
        )}
      </LazyOverlay>
      <LazyOverlay open={overlay === 'composer'} onFailed={() => change('composer')(false)}>
        {opened.composer && renderComposer(overlay === 'composer', change('composer'))}
      </LazyOverlay>
      <ConfirmDialog
        open={overlay === 'logout'}
        onOpenChange={change('logout')}
        title={words.notEverythingIsSent}
        description={words.unsentWillBeLost({ unsent })}
        confirmLabel={words.logOut}
        danger
        onConfirm={endSession}
      />
      {live && <live.LiveParts onPost={() => open('composer')} onLogOut={logOut} />}
    </CallSlotsContext>
  );
}

/** Moves the focus to the start of a new page, away from the link that led to it. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // After going back, the list has already set the focus to the former row. A dialog may open before a slow page is there.
    if (!document.activeElement?.closest('main, [role$=dialog]'))
      main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
