import { wordsIn } from '#words/auth';
import { escapeHtml } from '../../lib/html-text.ts';
import type { Mail } from '../../kernel/ports.ts';
import { langAttributes, type Locale } from '../../platform/locale.ts';
import { oneLine } from '../../platform/mail/plain-text.ts';

export function resetMail(input: {
  fullName: string;
  email: string;
  link: string;
  minutes: number;
  locale: Locale;
}): Mail {
  const { fullName, email, link, minutes, locale } = input;
  const words = wordsIn(locale);
  const lines = [
    words.hello({ name: oneLine(fullName) }),
    words.someoneAsked,
    link,
    words.itWorksOnce({ minutes }),
  ];
  return {
    to: { name: oneLine(fullName), address: email },
    locale,
    subject: words.resetSubject,
    text: lines.join('\n\n'),
    html: `<div ${langAttributes(locale)}>\n${lines
      .map((line) =>
        line === link
          ? `<p><a href="${escapeHtml(link)}">${escapeHtml(words.chooseANewPassword)}</a></p>`
          : `<p>${escapeHtml(line)}</p>`,
      )
      .join('\n')}\n</div>`,
  };
}
