import { Suspense, useEffect, type ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { MembersOnly, VisitorsOnly } from './features/auth/gate.tsx';
import { storedUserId } from './features/auth/session.ts';
import { ViewerHost } from './features/posts/viewer/viewer-host.tsx';
import { AppRouter, pageKeyOf } from './lib/app-router.tsx';
import { lazyPart } from './lib/load-chunk.ts';
import { whenIdle } from './lib/when-idle.ts';
import { PageFence } from './shell/page-fence.tsx';
import { PolicyLinks, policyFoot } from './shell/policy-links.tsx';
import { LoadingMark } from './ui/loading-mark.tsx';
import { watchSheetHistory } from './ui/sheet-history.ts';

const VisitorFrame = lazyPart(async () => (await import('./shell/visitor-frame.tsx')).VisitorFrame);
const LoginScreen = lazyPart(async () => (await import('./screens/login-screen.tsx')).LoginScreen);
const RegisterScreen = lazyPart(
  async () => (await import('./screens/register-screen.tsx')).RegisterScreen,
);
const ResetPasswordScreen = lazyPart(
  async () => (await import('./screens/reset-password-screen.tsx')).ResetPasswordScreen,
);
const Shell = lazyPart(async () => (await import('./shell/shell.tsx')).Shell);
const HomeScreen = lazyPart(async () => (await import('./screens/home-screen.tsx')).HomeScreen);
const ProfileScreen = lazyPart(
  async () => (await import('./screens/profile-screen.tsx')).ProfileScreen,
);
const BlockedUsersScreen = lazyPart(
  async () => (await import('./screens/blocked-users-screen.tsx')).BlockedUsersScreen,
);
const PostScreen = lazyPart(async () => (await import('./screens/post-screen.tsx')).PostScreen);
const BookmarksScreen = lazyPart(
  async () => (await import('./screens/bookmarks-screen.tsx')).BookmarksScreen,
);
const NotificationsScreen = lazyPart(
  async () => (await import('./screens/notifications-screen.tsx')).NotificationsScreen,
);
const MessagesScreen = lazyPart(
  async () => (await import('./screens/messages-screen.tsx')).MessagesScreen,
);
const SearchScreen = lazyPart(
  async () => (await import('./screens/search-screen.tsx')).SearchScreen,
);
const PremiumScreen = lazyPart(
  async () => (await import('./screens/premium-screen.tsx')).PremiumScreen,
);
const ComposerDialog = lazyPart(
  async () => (await import('./features/posts/composer-dialog.tsx')).ComposerDialog,
);
const SettingsDialog = lazyPart(
  async () => (await import('./features/settings/settings-dialog.tsx')).SettingsDialog,
);

/** Where members' pages are, by how their paths begin. */
const ofMembers = [
  ['/home/profile/', ProfileScreen],
  ['/home/post/', PostScreen],
  ['/home/blocked-users', BlockedUsersScreen],
  ['/home/bookmarks', BookmarksScreen],
  ['/home/noti', NotificationsScreen],
  ['/home/message', MessagesScreen],
  ['/home/search', SearchScreen],
  ['/premium', PremiumScreen],
] as const;

/** What stands around all pages of members; one and the same for each, so that it stays when they change. */
const members = (
  <MembersOnly>
    <PreloadOthers />
    <Shell
      renderComposer={(open, onOpenChange) => (
        <ComposerDialog open={open} onOpenChange={onOpenChange} />
      )}
      renderSettings={(open, onOpenChange) => (
        <SettingsDialog
          open={open}
          onOpenChange={onOpenChange}
          // Where the window has room for neither the right column nor the bar of phones, they are nowhere else.
          foot={<PolicyLinks className={policyFoot} />}
        />
      )}
    />
    <ViewerHost />
  </MembersOnly>
);

/** Every page of the app. */
export function AppRoutes() {
  return (
    <AppRouter>
      <PageFence>
        <Suspense fallback={<LoadingMark className="min-h-dvh" />}>
          <Routes>
            <Route
              element={
                <VisitorsOnly>
                  <VisitorFrame />
                </VisitorsOnly>
              }
            >
              <Route path="/login" element={page(<LoginScreen />)} />
              <Route path="/register" element={page(<RegisterScreen />)} />
              <Route path="/reset-password/:token" element={page(<ResetPasswordScreen />)} />
            </Route>
            <Route path="/home" element={members}>
              <Route index element={page(<HomeScreen />)} />
              <Route path="profile/:username" element={page(<ProfileScreen />)} />
              <Route path="blocked-users" element={page(<BlockedUsersScreen />)} />
              <Route path="search" element={page(<SearchScreen />)} />
              <Route path="noti" element={page(<NotificationsScreen />)} />
              <Route path="message" element={page(<MessagesScreen />)} />
              <Route path="post/:postId" element={page(<PostScreen />)} />
              <Route path="bookmarks" element={page(<BookmarksScreen />)} />
              <Route path="*" element={<Navigate to="/home" replace />} />
            </Route>
            <Route path="/premium" element={members}>
              <Route index element={page(<PremiumScreen />)} />
            </Route>
            <Route path="*" element={<Navigate to="/home" replace />} />
          </Routes>
        </Suspense>
      </PageFence>
    </AppRouter>
  );
}

/** One that fails leaves what stands around it. */
function page(screen: ReactNode): ReactNode {
  return <PageFence>{screen}</PageFence>;
}

watchSheetHistory(pageKeyOf);

/** Fetches what the first page will need beside `/me` rather than after it; resolves when all of it is there. */
export async function preloadFirstScreen(path: string): Promise<void> {
  const [Around, Screen] = storedUserId()
    ? [Shell, memberScreenAt(path)]
    : [VisitorFrame, visitorScreenAt(path)];
  await Promise.all([Around.fetched(), Screen.fetched()]);
}

function memberScreenAt(path: string) {
  return ofMembers.find(([start]) => path.startsWith(start))?.[1] ?? HomeScreen;
}

function visitorScreenAt(path: string) {
  if (path.startsWith('/register')) return RegisterScreen;
  return path.startsWith('/reset-password') ? ResetPasswordScreen : LoginScreen;
}

/** What is likely to be opened next, fetched while nothing else is: it then opens at once, also offline. */
function PreloadOthers() {
  useEffect(() => {
    return whenIdle(() => {
      for (const part of [
        HomeScreen,
        PostScreen,
        ProfileScreen,
        SearchScreen,
        BookmarksScreen,
        NotificationsScreen,
        MessagesScreen,
        ComposerDialog,
      ])
        part.preload();
    });
  }, []);
  return null;
}
