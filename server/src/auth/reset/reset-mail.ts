import { wordsIn } from '#words/auth';
import type { Mail } from '../../kernel/ports.ts';
import type { Locale } from '../../platform/locale.ts';
import { linkMail } from '../../platform/mail/link-mail.ts';
import { oneLine } from '../../platform/mail/plain-text.ts';
import { originLines, type Origin } from '../notices/origin-lines.ts';

export function resetMail(input: {
  fullName: string;
  email: string;
  link: string;
  minutes: number;
  /** Whether the person must choose a new password, after an undo or for the operator. */
  isOwed: boolean;
  origin: Origin;
  site: string;
  locale: Locale;
}): Mail {
  const { fullName, email, link, minutes, isOwed, origin, site, locale } = input;
  const words = wordsIn(locale);
  return linkMail({
    fullName,
    email,
    locale,
    subject: words.resetSubject({ site }),
    lines: [
      words.hello({ name: oneLine(fullName) }),
      isOwed ? words.pleaseChoose({ site }) : words.someoneAsked({ site }),
      link,
      isOwed ? words.resetWorksOnce({ minutes }) : words.itWorksOnce({ minutes }),
      ...originLines(origin, locale),
    ],
    link: { url: link, label: words.chooseANewPassword },
  });
}
