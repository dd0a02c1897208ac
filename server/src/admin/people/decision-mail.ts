import { wordsIn } from '#words/admin';
import type { Mail } from '../../kernel/ports.ts';
import type { Locale } from '../../platform/locale.ts';
import { letter } from '../../platform/mail/letter.ts';
import { oneLine } from '../../platform/mail/plain-text.ts';
import type { RegistrationDecision } from './registration.jobs.ts';

export function decisionMail(
  { email, fullName, isApproved }: RegistrationDecision,
  { site, link, locale }: { site: string; link: string; locale: Locale },
): Mail {
  const words = wordsIn(locale);
  const name = oneLine(fullName);
  return {
    to: { name, address: email },
    locale,
    subject: isApproved ? words.approvedSubject({ site }) : words.refusedSubject({ site }),
    ...letter(
      locale,
      isApproved
        ? [words.hello({ name }), words.approved({ site }), { link, label: words.signIn }]
        : [words.hello({ name }), words.refused({ site })],
    ),
  };
}
