import * as words from '#words/admin';
import {
  ChartNoAxesColumn,
  HeartPulse,
  PaintbrushVertical,
  Shield,
  Ticket,
  TrendingUp,
  Users,
} from 'lucide-react';
import type { SectionLink } from '../../ui/section-list.tsx';

export type SectionName =
  | 'people'
  | 'registration'
  | 'site'
  | 'blocks'
  | 'trends'
  | 'numbers'
  | 'jobs';

export interface Section extends SectionLink {
  name: SectionName;
}

/** The sections of the admin page, in its order. */
export const sections: readonly Section[] = [
  { name: 'people', label: words.people, about: words.rolesAndApproval, Icon: Users },
  {
    name: 'registration',
    label: words.registration,
    about: words.whoMaySignUpAndInvites,
    Icon: Ticket,
  },
  { name: 'site', label: words.site, about: words.nameLogoAndRules, Icon: PaintbrushVertical },
  { name: 'blocks', label: words.blocks, about: words.domainsAndAddresses, Icon: Shield },
  {
    name: 'trends',
    label: words.trends,
    about: words.hashtagsThatAreNeverListed,
    Icon: TrendingUp,
  },
  { name: 'numbers', label: words.numbers, about: words.howTheSiteIsUsed, Icon: ChartNoAxesColumn },
  { name: 'jobs', label: words.jobs, about: words.whatFailsInTheBackground, Icon: HeartPulse },
];

/** The section with this name in an address. */
export function sectionNamed(name: string | undefined): Section | undefined {
  return sections.find((section) => section.name === name?.toLowerCase());
}
