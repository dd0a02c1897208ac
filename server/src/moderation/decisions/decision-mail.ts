import { wordsIn } from '#words/moderation';
import type { ModerationAction, ReportReason, SubjectType } from '@roost/contract/moderation';
import type { Mail } from '../../kernel/ports.ts';
import { dayIn, type Locale } from '../../platform/locale.ts';
import { linkMail } from '../../platform/mail/link-mail.ts';
import { oneLine } from '../../platform/mail/plain-text.ts';

export interface DecisionMail {
  fullName: string;
  email: string;
  action: ModerationAction;
  subjectType: SubjectType;
  reason: ReportReason;
  /** The text of the broken rule. */
  rule: string | null;
  until: Date | null;
  /** The words of the moderators to the author. */
  message: string;
  /** The first words of the post or message, or ''. */
  beginning: string;
  /** `undone`: it has no effect any more, or ends an earlier one. `upheld`: an appeal against it was in vain. */
  state: 'new' | 'undone' | 'upheld';
  /** It is undone, and another decision keeps the person out. */
  isStillOut: boolean;
  /** It is new, and takes the place of one that had an effect. */
  endsEarlier: boolean;
  /** The last day of an appeal, or null if there can be none. */
  appealUntil: Date | null;
  appealLink: string;
  /** The name of the site. */
  site: string;
  locale: Locale;
}

/** The mail about a decision: what happened, why, and how to appeal. A decision that was undone, or ends another one, says only that. */
export function decisionMail(input: DecisionMail): Mail {
  const { fullName, email, locale, message, site, state, appealLink } = input;
  const words = wordsIn(locale);
  const subjects = {
    new: words.decisionSubject({ site }),
    undone: words.undoneSubject({ site }),
    upheld: words.upheldSubject({ site }),
  };
  return linkMail({
    fullName,
    email,
    locale,
    subject: subjects[state],
    lines: [
      words.hello({ name: oneLine(fullName) }),
      ...linesOf[state](input),
      ...(message ? [words.moderatorsWrite, message] : []),
    ],
    link: { url: appealLink, label: words.appeal },
  });
}

const linesOf: Record<DecisionMail['state'], (input: DecisionMail) => string[]> = {
  new: (input) => {
    const words = wordsIn(input.locale);
    const appeal = input.appealUntil
      ? [words.youCanAppeal({ day: dayIn(input.appealUntil, input.locale) }), input.appealLink]
      : [];
    const rule = input.rule === null ? [] : [words.rule({ rule: input.rule })];
    const earlier = input.endsEarlier ? [words.endsEarlier] : [];
    const reason = words.reason({ reason: reasonOf(input) });
    const which = input.beginning ? [words.itBegins({ text: input.beginning })] : [];
    return [sentenceOf(input), ...which, ...earlier, reason, ...rule, ...appeal];
  },
  undone: ({ locale, isStillOut }) => {
    const words = wordsIn(locale);
    return [words.undone, ...(isStillOut ? [words.stillOut] : [])];
  },
  upheld: ({ locale }) => [wordsIn(locale).upheld],
};

function sentenceOf({ action, subjectType, until, locale }: DecisionMail): string {
  const words = wordsIn(locale);
  const day = until && dayIn(until, locale);
  const what = { post: words.yourPost, user: words.yourProfile, message: words.yourMessage };
  const sentences: Record<ModerationAction, string> = {
    dismiss: words.undone,
    warn: words.warned({ what: what[subjectType] }),
    hide: subjectType === 'message' ? words.hiddenMessage : words.hiddenPost,
    remove: words.removed({ what: what[subjectType] }),
    limit: day ? words.limitedUntil({ day }) : words.limited,
    suspend: day ? words.suspendedUntil({ day }) : words.suspended,
    ban: words.banned,
  };
  return sentences[action];
}

function reasonOf({ reason, locale }: DecisionMail): string {
  const words = wordsIn(locale);
  return {
    spam: words.spam,
    harassment: words.harassment,
    hate: words.hate,
    violence: words.violence,
    sexual: words.sexual,
    self_harm: words.selfHarm,
    illegal: words.illegal,
    other: words.other,
  }[reason];
}
