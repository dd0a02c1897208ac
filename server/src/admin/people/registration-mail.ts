import { wordsIn } from '#words/admin';
import type { Mail } from '../../kernel/ports.ts';
import type { Locale } from '../../platform/locale.ts';
import { linkMail } from '../../platform/mail/link-mail.ts';
import { oneLine } from '../../platform/mail/plain-text.ts';
import type { RegistrationDecision } from './registration.jobs.ts';

export function registrationMail(
  { email, fullName, isApproved }: RegistrationDecision,
  { site, link, locale }: { site: string; link: string; locale: Locale },
): Mail {
  const words = wordsIn(locale);
  const hello = words.hello({ name: oneLine(fullName) });
  if (!isApproved)
    return linkMail({
      fullName,
      email,
      locale,
      subject: words.refusedSubject({ site }),
      lines: [hello, words.refused({ site })],
    });
  return linkMail({
    fullName,
    email,
    locale,
    subject: words.approvedSubject({ site }),
    lines: [hello, words.approved({ site }), link],
    link: { url: link, label: words.signIn },
  });
}
