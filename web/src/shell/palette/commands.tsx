import * as words from '#words/shell';
import type { OwnUser } from '@roost/contract/users';
import {
  ArrowRight,
  ArrowUp,
  Keyboard,
  List,
  LogOut,
  Monitor,
  Moon,
  MoonStar,
  PenLine,
  Sun,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { ownFeeds, selectFeedTab, type OwnFeed } from '../../features/posts/feed/feed-tab.ts';
import { sections } from '../../features/settings/sections.ts';
import type { KeySequence } from '../../lib/keys/key-names.ts';
import { keyboardOverlay } from '../../lib/keys/keyboard-overlay.ts';
import { themeChoice } from '../../lib/page/display.ts';
import { currentLocation } from '../../lib/router/location.ts';
import { navigate } from '../../lib/router/router.tsx';
import { isPageOf, pages, type Page } from '../../pages.ts';
import { paths } from '../../paths.ts';
import { openSearch, refreshFeed } from '../keyboard/key-actions.ts';
import { navIcons } from '../navigation/nav-icons.tsx';

/** A page or an action of the palette. */
export interface Command {
  /** Distinguishes the command. For a page, its path. */
  id: string;
  label: string;
  /** Other words by which people look for it. */
  also?: string;
  icon: ReactNode;
  /** The keys that do the same without the palette. */
  keys?: KeySequence;
  run: () => void;
}

export interface CommandContext {
  viewer: OwnUser;
  onPost: () => void;
  onLogOut: () => Promise<void>;
  /** Says to screen readers what a command has done. */
  say: (text: string) => void;
}

const pageKeys: Record<string, KeySequence> = {
  [paths.home]: [['G'], ['H']],
  [paths.search]: [['/']],
  [paths.notifications]: [['G'], ['N']],
  [paths.messages]: [['G'], ['M']],
  [paths.bookmarks]: [['G'], ['B']],
  [paths.lists]: [['G'], ['L']],
  [`${paths.profiles}:username`]: [['G'], ['P']],
};

/** The pages that the member may open, in the order of `pages.ts`, the member's own feeds, and the sections of the settings. */
export function pageCommands(viewer: OwnUser): Command[] {
  return [
    ...pages.flatMap((page) => pageCommand(page, viewer)),
    ...(ownFeeds.get() ?? []).map((feed) => feedCommand(viewer, feed)),
    ...sections.map(({ name, label, Icon }) => ({
      ...linkCommand(paths.settingsSection(name), words.settingsSection({ section: label })),
      icon: <Icon />,
    })),
  ];
}

function pageCommand(page: Page, viewer: OwnUser): Command[] {
  const { path, nav, title } = page;
  const to = nav?.to?.(viewer) ?? path;
  const label = title ?? nav?.label;
  if (page.access !== 'members' || !isPageOf(page, viewer)) return [];
  if (label === undefined || to.includes(':')) return [];
  const Icon = nav && navIcons[nav.icon];
  const keys = pageKeys[path];
  return [
    {
      ...linkCommand(to, label),
      ...(Icon && { icon: <Icon on={false} /> }),
      ...(keys && { keys }),
      ...(path === paths.search && { run: openSearch }),
    },
  ];
}

function linkCommand(to: string, label: string): Command {
  return {
    id: to,
    label,
    icon: <ArrowRight />,
    run: () => navigate(to, { replace: to === currentLocation().pathname, isReturn: true }),
  };
}

/** Shows a list or a kept feed of the member. They are known once the home page has loaded them. */
function feedCommand({ _id }: OwnUser, { value, label }: OwnFeed): Command {
  return {
    id: value,
    label: words.feedNamed({ name: label }),
    icon: <List />,
    run() {
      selectFeedTab(_id, value);
      const isAtHome = currentLocation().pathname === paths.home;
      navigate(paths.home, { replace: isAtHome, isReturn: true });
    },
  };
}

/** The actions of a member on every page. */
export function actionCommands({ onPost, onLogOut, say }: CommandContext): Command[] {
  const isAtHome = currentLocation().pathname === paths.home;
  return [
    {
      id: 'post',
      label: words.newPost,
      also: words.alsoNewPost,
      icon: <PenLine />,
      keys: [['N']],
      run: onPost,
    },
    ...(isAtHome
      ? [
          {
            id: 'refresh',
            label: words.refreshFeed,
            icon: <ArrowUp />,
            keys: [['.']],
            run: () => void refreshFeed(say),
          },
        ]
      : []),
    ...themes.map(({ choice, label, icon }) => ({
      id: `theme ${choice}`,
      label,
      icon,
      run: () => {
        themeChoice.set(choice);
        say(label);
      },
    })),
    {
      id: 'keys',
      label: words.keyboard,
      also: words.alsoKeyboard,
      icon: <Keyboard />,
      keys: [['?']],
      run: () => keyboardOverlay.set('help'),
    },
    {
      id: 'log out',
      label: words.logOut,
      also: words.alsoLogOut,
      icon: <LogOut />,
      run: () => void onLogOut(),
    },
  ];
}

const themes = [
  { choice: 'system', label: words.themeSystem, icon: <Monitor /> },
  { choice: 'light', label: words.themeLight, icon: <Sun /> },
  { choice: 'dim', label: words.themeDim, icon: <MoonStar /> },
  { choice: 'dark', label: words.themeDark, icon: <Moon /> },
] as const;
