import type { Mail } from '../../kernel/ports.ts';
import { escapeHtml } from '../../lib/html-text.ts';
import { langAttributes, type Locale } from '../locale.ts';
import { oneLine } from './plain-text.ts';

interface LinkMail {
  fullName: string;
  email: string;
  locale: Locale;
  subject: string;
  /** The paragraphs. The one that equals `link.url` becomes a link with the label. */
  lines: string[];
  link?: { url: string; label: string };
}

/** Makes a mail of paragraphs and at most one link, as text and as HTML. */
export function linkMail({ fullName, email, locale, subject, lines, link }: LinkMail): Mail {
  const paragraphs = lines.map((line) =>
    line === link?.url
      ? `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`
      : `<p>${escapeHtml(line)}</p>`,
  );
  return {
    to: { name: oneLine(fullName), address: email },
    locale,
    subject,
    text: lines.join('\n\n'),
    html: `<div ${langAttributes(locale)}>\n${paragraphs.join('\n')}\n</div>`,
  };
}
