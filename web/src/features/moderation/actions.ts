import * as words from '#words/moderation';
import type { ModerationAction, SubjectType } from '@roost/contract/moderation';

export interface ActionChoice {
  action: ModerationAction;
  /** The key that decides at once. */
  key: string;
  label: string;
  /** Its effect, for the list of keys and for screen readers. */
  about: string;
  /** It also needs the end that the form has. */
  hasEnd?: true;
  /** Only a post or a message can be hidden or removed. */
  isAboutThings?: true;
}

/** The actions of the staff, from the mildest to the hardest. */
export const actionChoices: readonly ActionChoice[] = [
  { action: 'dismiss', key: 'd', label: words.dismiss, about: words.dismissAbout },
  { action: 'warn', key: 'w', label: words.warn, about: words.warnAbout },
  { action: 'hide', key: 'h', label: words.hide, about: words.hideAbout, isAboutThings: true },
  {
    action: 'remove',
    key: 'r',
    label: words.remove,
    about: words.removeAbout,
    isAboutThings: true,
  },
  { action: 'limit', key: 'l', label: words.limit, about: words.limitAbout, hasEnd: true },
  { action: 'suspend', key: 's', label: words.suspend, about: words.suspendAbout, hasEnd: true },
  { action: 'ban', key: 'b', label: words.ban, about: words.banAbout },
];

/** The choices for a kind of subject. For subjects of several kinds, all of them. */
export function choicesFor(type: SubjectType | undefined): readonly ActionChoice[] {
  return actionChoices.filter(({ isAboutThings }) => !isAboutThings || type !== 'user');
}
