import { Suspense, useEffect } from 'react';
import { createBrowserRouter, Navigate, Outlet, ScrollRestoration } from 'react-router';
import { MembersOnly, VisitorsOnly } from './features/auth/gate.tsx';
import { storedUserId } from './features/auth/session.ts';
import { ViewerHost } from './features/posts/viewer/viewer-host.tsx';
import { lazyPart } from './lib/load-chunk.ts';
import { Broken } from './shell/broken.tsx';
import { PolicyLinks, policyFoot } from './shell/policy-links.tsx';
import { VisitorFrame } from './shell/visitor-frame.tsx';
import { LoadingMark } from './ui/loading-mark.tsx';
import { watchSheetHistory } from './ui/sheet-history.ts';

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

export const router = createBrowserRouter([
  {
    element: (
      <>
        <Suspense fallback={<LoadingMark className="min-h-dvh" />}>
          <Outlet />
        </Suspense>
        <ScrollRestoration />
      </>
    ),
    errorElement: <Broken />,
    children: [
      {
        element: (
          <VisitorsOnly>
            <VisitorFrame />
          </VisitorsOnly>
        ),
        children: [
          { path: '/login', element: <LoginScreen />, errorElement: <Broken /> },
          { path: '/register', element: <RegisterScreen />, errorElement: <Broken /> },
          {
            path: '/reset-password/:token',
            element: <ResetPasswordScreen />,
            errorElement: <Broken />,
          },
        ],
      },
      {
        path: '/home',
        element: members,
        children: [
          { index: true, element: <HomeScreen />, errorElement: <Broken /> },
          { path: 'profile/:username', element: <ProfileScreen />, errorElement: <Broken /> },
          { path: 'blocked-users', element: <BlockedUsersScreen />, errorElement: <Broken /> },
          { path: 'search', element: <SearchScreen />, errorElement: <Broken /> },
          { path: 'noti', element: <NotificationsScreen />, errorElement: <Broken /> },
          { path: 'message', element: <MessagesScreen />, errorElement: <Broken /> },
          { path: 'post/:postId', element: <PostScreen />, errorElement: <Broken /> },
          { path: 'bookmarks', element: <BookmarksScreen />, errorElement: <Broken /> },
          { path: '*', element: <Navigate to="/home" replace /> },
        ],
      },
      {
        path: '/premium',
        element: members,
        children: [{ index: true, element: <PremiumScreen />, errorElement: <Broken /> }],
      },
      { path: '*', element: <Navigate to="/home" replace /> },
    ],
  },
]);

watchSheetHistory(() => router.state.location.key);
preloadFirstScreen(location.pathname);

/** Fetches what the first page will need beside `/me` rather than after it. */
function preloadFirstScreen(path: string): void {
  if (!storedUserId())
    return path.startsWith('/register') ? RegisterScreen.preload() : LoginScreen.preload();
  Shell.preload();
  if (path.startsWith('/home/profile/')) ProfileScreen.preload();
  else if (path.startsWith('/home/post/')) PostScreen.preload();
  else if (path === '/home/blocked-users') BlockedUsersScreen.preload();
  else if (path.startsWith('/home/bookmarks')) BookmarksScreen.preload();
  else if (path.startsWith('/home/noti')) NotificationsScreen.preload();
  else if (path.startsWith('/home/message')) MessagesScreen.preload();
  else if (path.startsWith('/home/search')) SearchScreen.preload();
  else if (path.startsWith('/premium')) PremiumScreen.preload();
  else HomeScreen.preload();
}

/** What is likely to be opened next, fetched while nothing else is: it then opens at once, also offline. */
function PreloadOthers() {
  useEffect(() => {
    const preload = () => {
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
    };
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(preload, 3000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(preload);
    return () => cancelIdleCallback(idle);
  }, []);
  return null;
}
