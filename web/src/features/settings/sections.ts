import * as words from '#words/settings';
import {
  Bell,
  FolderDown,
  Info,
  LockKeyhole,
  Palette,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';

export type SectionName =
  | 'security'
  | 'privacy'
  | 'notifications'
  | 'appearance'
  | 'data'
  | 'about';

export interface Section {
  /** The last part of its path. */
  name: SectionName;
  label: string;
  /** A line about its content. */
  about: string;
  Icon: LucideIcon;
}

/** The sections of the settings, in the order of the page. */
export const sections: readonly Section[] = [
  {
    name: 'security',
    label: words.security,
    about: words.howYouSignIn,
    Icon: ShieldCheck,
  },
  {
    name: 'privacy',
    label: words.privacy,
    about: words.whoCanReachYou,
    Icon: LockKeyhole,
  },
  {
    name: 'notifications',
    label: words.notifications,
    about: words.whoseActionsNotifyYou,
    Icon: Bell,
  },
  {
    name: 'appearance',
    label: words.appearance,
    about: words.themeAndKeyboard,
    Icon: Palette,
  },
  {
    name: 'data',
    label: words.data,
    about: words.aCopyAndDeletion,
    Icon: FolderDown,
  },
  {
    name: 'about',
    label: words.about,
    about: words.rulesAndPolicies,
    Icon: Info,
  },
];

/** The section with this name in an address. */
export function sectionNamed(name: string | undefined): Section | undefined {
  return sections.find((section) => section.name === name?.toLowerCase());
}
