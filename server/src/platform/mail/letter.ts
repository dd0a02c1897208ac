import { escapeHtml } from '../../lib/html-text.ts';
import { langAttributes, type Locale } from '../locale.ts';

/** A paragraph, or a link with the words that show it in HTML. */
export type LetterLine = string | { link: string; label: string };

/** Returns the paragraphs of a mail as text and as HTML. */
export function letter(
  locale: Locale,
  lines: readonly LetterLine[],
): { text: string; html: string } {
  const html = lines.map((line) =>
    typeof line === 'string'
      ? `<p>${escapeHtml(line)}</p>`
      : `<p><a href="${escapeHtml(line.link)}">${escapeHtml(line.label)}</a></p>`,
  );
  return {
    text: lines.map((line) => (typeof line === 'string' ? line : line.link)).join('\n\n'),
    html: `<div ${langAttributes(locale)}>\n${html.join('\n')}\n</div>`,
  };
}
