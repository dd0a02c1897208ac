import { wordsIn } from '#words/auth';
import type { Mail } from '../../kernel/ports.ts';
import type { Locale } from '../../platform/locale.ts';
import { linkMail } from '../../platform/mail/link-mail.ts';
import { oneLine } from '../../platform/mail/plain-text.ts';
import { originLines, type Origin } from '../notices/origin-lines.ts';

interface AddressMail {
  fullName: string;
  email: string;
  link: string;
  site: string;
  locale: Locale;
}

export function emailLinkMail(input: AddressMail & { hours: number }): Mail {
  const { fullName, link, hours, site, locale } = input;
  const words = wordsIn(locale);
  return linkMail({
    ...input,
    subject: words.verifySubject({ site }),
    lines: [
      words.hello({ name: oneLine(fullName) }),
      words.confirmAddress,
      link,
      words.verifyWorksOnce({ hours, site }),
    ],
    link: { url: link, label: words.confirmThisAddress },
  });
}

/** For the owner of an address with which somebody tried to sign up. */
export function takenAddressMail(input: AddressMail & { origin: Origin }): Mail {
  const { fullName, link, site, origin, locale } = input;
  const words = wordsIn(locale);
  return linkMail({
    ...input,
    subject: words.takenSubject,
    lines: [
      words.hello({ name: oneLine(fullName) }),
      words.somebodyTried({ site }),
      ...originLines(origin, locale),
      words.signInInstead,
      link,
      words.otherwiseNothing,
    ],
    link: { url: link, label: words.signIn },
  });
}
