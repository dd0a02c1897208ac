import { wordsIn } from '#words/auth';
import type { Mail } from '../../kernel/ports.ts';
import type { Locale } from '../../platform/locale.ts';
import { linkMail } from '../../platform/mail/link-mail.ts';
import { oneLine } from '../../platform/mail/plain-text.ts';

export function resetMail(input: {
  fullName: string;
  email: string;
  link: string;
  minutes: number;
  site: string;
  locale: Locale;
}): Mail {
  const { fullName, email, link, minutes, site, locale } = input;
  const words = wordsIn(locale);
  return linkMail({
    fullName,
    email,
    locale,
    subject: words.resetSubject({ site }),
    lines: [
      words.hello({ name: oneLine(fullName) }),
      words.someoneAsked({ site }),
      link,
      words.itWorksOnce({ minutes }),
    ],
    link: { url: link, label: words.chooseANewPassword },
  });
}
