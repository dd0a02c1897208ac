import { escapeHtml } from '../html-text.ts';
import type { Mail } from '../mail/mailer.ts';
import { oneLine } from '../mail/plain-text.ts';

export function resetMail(input: {
  fullName: string;
  email: string;
  link: string;
  minutes: number;
}): Mail {
  const { fullName, email, link, minutes } = input;
  const lines = [
    `Hello ${oneLine(fullName)},`,
    'someone asked to choose a new password for your Roost account. If it was you, open this link:',
    link,
    `It works once, for ${minutes} minutes. If it was not you, there is nothing to do: your password stays as it is.`,
  ];
  return {
    to: { name: oneLine(fullName), address: email },
    subject: 'Choose a new password for Roost',
    text: lines.join('\n\n'),
    html: lines
      .map((line) =>
        line === link
          ? `<p><a href="${escapeHtml(link)}">Choose a new password</a></p>`
          : `<p>${escapeHtml(line)}</p>`,
      )
      .join('\n'),
  };
}
