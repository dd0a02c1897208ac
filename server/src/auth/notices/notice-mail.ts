import { wordsIn } from '#words/auth';
import type { Mail } from '../../kernel/ports.ts';
import { dayIn, type Locale } from '../../platform/locale.ts';
import { linkMail } from '../../platform/mail/link-mail.ts';
import { oneLine } from '../../platform/mail/plain-text.ts';
import { originLines, type Origin } from './origin-lines.ts';

interface Notice extends Origin {
  fullName: string;
  email: string;
  what: string;
  /** When the account will be erased, if it is closed. */
  deletesAt: Date | undefined;
  link: string;
  hours: number;
  site: string;
  locale: Locale;
}

/** Says what happened, when and on which device, and how to undo it. Only the operator resets factors. */
export function noticeMail(notice: Notice): Mail {
  const { fullName, email, what, deletesAt, link, hours, site, locale } = notice;
  const words = wordsIn(locale);
  return linkMail({
    fullName,
    email,
    locale,
    subject: words.noticeSubject({ what, site }),
    lines: [
      words.hello({ name: oneLine(fullName) }),
      words.noticeText({ what, day: deletesAt ? dayIn(deletesAt, locale) : 'unknown' }),
      ...originLines(notice, locale),
      ...(what === 'factorsReset'
        ? [words.ifYouAsked, words.ifYouDidNotAsk]
        : [words.ifItWasYou, words.ifItWasNotYou]),
      link,
      words.whatUndoingDoes,
      words.undoWorksOnce({ hours }),
    ],
    link: { url: link, label: words.undoAndSecure },
  });
}
