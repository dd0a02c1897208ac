import { wordsIn } from '#words/moderation';
import type { ModerationAction, ReportReason, SubjectType } from '@roost/contract/moderation';
import { escapeHtml } from '../../lib/html-text.ts';
import type { Mail } from '../../kernel/ports.ts';
import { langAttributes, type Locale } from '../../platform/locale.ts';
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
  /** `upheld`: an appeal against it was in vain. */
  state: 'new' | 'undone' | 'upheld';
  /** The last day of an appeal, or null if there can be none. */
  appealUntil: Date | null;
  appealLink: string;
  locale: Locale;
}

/** The mail about a decision: what happened, why, and how to appeal. A decision that was undone says only that. */
export function decisionMail(input: DecisionMail): Mail {
  const { locale, message } = input;
  const words = wordsIn(locale);
  const lines = [
    words.hello({ name: oneLine(input.fullName) }),
    ...linesOf[input.state](input),
    ...(message ? [words.moderatorsWrite, message] : []),
  ];
  return {
    to: { name: oneLine(input.fullName), address: input.email },
    locale,
    subject: input.state === 'undone' ? words.undoneSubject : words.decisionSubject,
    text: lines.join('\n\n'),
    html: `<div ${langAttributes(locale)}>\n${lines
      .map((line) => `<p>${escapeHtml(line)}</p>`)
      .join('\n')}\n</div>`,
  };
}

const linesOf: Record<DecisionMail['state'], (input: DecisionMail) => string[]> = {
  new: (input) => {
    const words = wordsIn(input.locale);
    const appeal = input.appealUntil
      ? [
          words.youCanAppeal({
            day: dayOf(input.appealUntil, input.locale),
            link: input.appealLink,
          }),
        ]
      : [];
    const rule = input.rule === null ? [] : [words.rule({ rule: input.rule })];
    return [sentenceOf(input), words.reason({ reason: reasonOf(input) }), ...rule, ...appeal];
  },
  undone: ({ locale }) => [wordsIn(locale).undone],
  upheld: ({ locale }) => [wordsIn(locale).upheld],
};

function dayOf(time: Date, locale: Locale): string {
  return time.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}

function sentenceOf({ action, subjectType, until, locale }: DecisionMail): string {
  const words = wordsIn(locale);
  const day = until && dayOf(until, locale);
  const what = { post: words.yourPost, user: words.yourProfile, message: words.yourMessage };
  const sentences: Record<ModerationAction, string> = {
    dismiss: words.undone,
    warn: words.warned({ what: what[subjectType] }),
    hide: words.hidden({ what: what[subjectType] }),
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
