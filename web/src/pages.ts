import * as words from '#words/shell';
import type { OwnUser, Role } from '@roost/contract/users';
import { matchPath } from './lib/router/match-path.ts';
import { lazyPart, type LazyPart } from './lib/page/load-chunk.ts';
import { paths } from './paths.ts';
import type { rareScreens } from './screens/rare-screens.ts';
import type { staffScreens } from './screens/staff-screens.ts';
import type { NavBadge, NavIcon } from './shell/navigation/nav-icons.tsx';

export interface Page {
  /** May have parameters, such as `:username`. */
  path: string;
  screen: LazyPart<object>;
  /** Members are signed in, visitors are not. Pages for anyone have the visitors' frame. */
  access: 'members' | 'visitors' | 'anyone';
  /** Only members with one of these roles have the page. For all others it is an unknown path. */
  staff?: readonly Role[];
  /** The title of the document. Without it the screen sets a title from its content. */
  title?: string;
  /** `plain` and `back` show the title, `back` also a back button. Without a header, the screen draws its own. */
  header?: 'plain' | 'back';
  /** The header that the screen draws has a back button. */
  hasOwnBack?: true;
  /** Its entry in the navigation. The entries have the order of this table. */
  nav?: PageNav;
  /** It also has the space of the right column, which it hides. */
  isWide?: true;
  /** The screen also shows all paths below, so it stays while they change. */
  isTree?: true;
  /** The browser loads the screen as soon as it is idle. */
  isPreloaded?: true;
}

interface PageNav {
  label: string;
  icon: NavIcon;
  badge?: NavBadge;
  /** On phones it is in the account sheet, because the bottom bar has no room. */
  isInSheet?: true;
  /** It also shows the chosen state on the pages below its path. */
  hasPagesBelow?: true;
  /** Where it leads, if the path has parameters. */
  to?: (viewer: OwnUser) => string;
}

const rareScreen = (name: keyof typeof rareScreens) =>
  lazyPart(async () => (await import('./screens/rare-screens.ts')).rareScreens[name]());

const staffScreen = (name: keyof typeof staffScreens) =>
  lazyPart(async () => (await import('./screens/staff-screens.ts')).staffScreens[name]());

/** One screen for all sections, so that their navigation stays when the section changes. */
const SettingsScreen = rareScreen('settings');

/** One screen for both lists, so that its tabs stay. */
const followsPage = { screen: rareScreen('follows'), access: 'members', hasOwnBack: true } as const;

/** Likes and reposts, in the same way. */
const engagersPage = {
  screen: rareScreen('engagers'),
  access: 'members',
  hasOwnBack: true,
} as const;

/** One screen for all sections here, too. */
const adminPage = {
  screen: staffScreen('admin'),
  access: 'members',
  staff: ['admin'],
} as const;

/** Every page of the app. Routes, preloading, navigation, titles and headers derive from this table. */
export const pages: readonly Page[] = [
  {
    path: paths.home,
    screen: lazyPart(async () => (await import('./screens/home-screen.tsx')).HomeScreen),
    access: 'members',
    title: words.home,
    nav: { label: words.home, icon: 'home' },
    isPreloaded: true,
  },
  {
    path: paths.search,
    screen: lazyPart(async () => (await import('./screens/search-screen.tsx')).SearchScreen),
    access: 'members',
    nav: { label: words.explore, icon: 'explore' },
    isPreloaded: true,
  },
  {
    path: paths.notifications,
    screen: lazyPart(
      async () => (await import('./screens/notifications-screen.tsx')).NotificationsScreen,
    ),
    access: 'members',
    title: words.notifications,
    nav: { label: words.notification, icon: 'notifications', badge: 'notifications' },
    isPreloaded: true,
  },
  {
    path: paths.messages,
    screen: lazyPart(async () => (await import('./screens/messages-screen.tsx')).MessagesScreen),
    access: 'members',
    title: words.messages,
    nav: { label: words.message, icon: 'messages', badge: 'messages' },
    isPreloaded: true,
  },
  {
    path: paths.bookmarks,
    screen: rareScreen('bookmarks'),
    access: 'members',
    title: words.bookmarks,
    header: 'plain',
    nav: { label: words.bookmarks, icon: 'bookmarks', isInSheet: true },
    isPreloaded: true,
  },
  {
    path: paths.lists,
    screen: rareScreen('lists'),
    access: 'members',
    title: words.lists,
    header: 'plain',
    nav: { label: words.lists, icon: 'lists', isInSheet: true, hasPagesBelow: true },
  },
  {
    path: paths.list(':listId'),
    screen: rareScreen('list'),
    access: 'members',
    hasOwnBack: true,
  },
  {
    path: paths.drafts,
    screen: rareScreen('drafts'),
    access: 'members',
    title: words.drafts,
    header: 'plain',
    nav: { label: words.drafts, icon: 'drafts', isInSheet: true },
  },
  {
    path: paths.premium,
    screen: rareScreen('premium'),
    access: 'members',
    title: words.premium,
    header: 'plain',
    nav: { label: words.premium, icon: 'premium', isInSheet: true },
  },
  {
    path: `${paths.profiles}:username`,
    screen: lazyPart(async () => (await import('./screens/profile-screen.tsx')).ProfileScreen),
    access: 'members',
    hasOwnBack: true,
    nav: { label: words.profile, icon: 'profile', to: ({ username }) => paths.profile(username) },
    isPreloaded: true,
  },
  { ...followsPage, path: `${paths.profiles}:username/followers` },
  { ...followsPage, path: `${paths.profiles}:username/following` },
  {
    path: paths.settings,
    screen: SettingsScreen,
    access: 'members',
    nav: { label: words.settings, icon: 'settings', isInSheet: true, hasPagesBelow: true },
    isPreloaded: true,
  },
  {
    path: paths.settingsSection(':section'),
    screen: SettingsScreen,
    access: 'members',
    hasOwnBack: true,
  },
  {
    path: paths.moderation,
    screen: staffScreen('moderation'),
    access: 'members',
    staff: ['moderator', 'admin'],
    isWide: true,
    isTree: true,
    nav: {
      label: words.moderation,
      icon: 'moderation',
      badge: 'moderation',
      isInSheet: true,
      hasPagesBelow: true,
    },
  },
  {
    ...adminPage,
    path: paths.admin,
    nav: {
      label: words.admin,
      icon: 'admin',
      badge: 'admin',
      isInSheet: true,
      hasPagesBelow: true,
    },
  },
  { ...adminPage, path: paths.adminSection(':section'), hasOwnBack: true },
  {
    path: paths.post(':postId'),
    screen: lazyPart(async () => (await import('./screens/post-screen.tsx')).PostScreen),
    access: 'members',
    title: words.aPost,
    header: 'back',
    isPreloaded: true,
  },
  { ...engagersPage, path: paths.likes(':postId') },
  { ...engagersPage, path: paths.reposts(':postId') },
  {
    path: paths.blockedUsers,
    screen: rareScreen('blockedUsers'),
    access: 'members',
    title: words.blockedUsers,
    header: 'back',
  },
  {
    path: paths.mutedUsers,
    screen: rareScreen('mutedUsers'),
    access: 'members',
    title: words.mutedPeople,
    header: 'back',
  },
  {
    path: paths.mutedWords,
    screen: rareScreen('mutedWords'),
    access: 'members',
    title: words.mutedWords,
    header: 'back',
  },
  {
    path: paths.followRequests,
    screen: rareScreen('followRequests'),
    access: 'members',
    title: words.followRequests,
    header: 'back',
  },
  {
    path: paths.reports,
    screen: rareScreen('reports'),
    access: 'members',
    title: words.reports,
    header: 'back',
  },
  {
    path: paths.welcome(),
    screen: rareScreen('welcome'),
    access: 'members',
    title: words.welcome,
  },
  {
    path: paths.login,
    screen: lazyPart(async () => (await import('./screens/login-screen.tsx')).LoginScreen),
    access: 'visitors',
    // A logout leads there, also offline.
    isPreloaded: true,
    title: words.signIn,
  },
  {
    path: paths.register,
    screen: lazyPart(async () => (await import('./screens/register-screen.tsx')).RegisterScreen),
    access: 'visitors',
    title: words.signUp,
  },
  {
    path: paths.resetPassword(':token'),
    screen: rareScreen('resetPassword'),
    access: 'visitors',
    title: words.resetPassword,
  },
  {
    path: paths.verifyEmail(':token'),
    screen: rareScreen('verifyEmail'),
    access: 'anyone',
    title: words.confirmYourAddress,
  },
  {
    path: paths.restore,
    screen: rareScreen('restore'),
    access: 'anyone',
    title: words.keepYourAccount,
  },
  {
    path: paths.undo(':token'),
    screen: rareScreen('undo'),
    access: 'anyone',
    title: words.undoAChange,
  },
  {
    path: paths.appeal,
    screen: rareScreen('appeal'),
    access: 'anyone',
  },
];

/** Whether a person may know of the page. */
export function isPageOf({ staff }: Page, { role }: OwnUser): boolean {
  return !staff || staff.includes(role);
}

export function pageAt(pathname: string): Page | undefined {
  return pages.find(
    ({ path, isTree }) =>
      matchPath(path, pathname) ?? (isTree && pathname.toLowerCase().startsWith(`${path}/`)),
  );
}
