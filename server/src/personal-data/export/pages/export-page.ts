import { hash } from 'node:crypto';
import { wordsIn, type Words } from '#words/personal-data';
import { escapeHtml } from '../../../lib/html-text.ts';
import { langAttributes, type Locale } from '../../../platform/locale.ts';
import type { ExportedMedium, ExportItem } from '../content/export-item.ts';
import type { ExportKind } from '../content/export-kinds.ts';
import { detailsOnPage, linkOnPage, timeInWords } from './details-on-page.ts';
import { EXPORT_STYLE } from './export-style.ts';

const titles: Record<ExportKind, (words: Words) => string> = {
  account: (words) => words.account,
  posts: (words) => words.posts,
  drafts: (words) => words.drafts,
  messages: (words) => words.messages,
  likes: (words) => words.likes,
  bookmarks: (words) => words.bookmarks,
  following: (words) => words.following,
  requested: (words) => words.requested,
  blocked: (words) => words.blocked,
  muted: (words) => words.muted,
  mutedThreads: (words) => words.mutedThreads,
  dismissed: (words) => words.dismissed,
  notes: (words) => words.notes,
  lists: (words) => words.lists,
  keptFeeds: (words) => words.keptFeeds,
  lessShown: (words) => words.lessShown,
  reports: (words) => words.reports,
  decisions: (words) => words.decisions,
  subscriptions: (words) => words.subscriptions,
  payments: (words) => words.payments,
  sessions: (words) => words.sessions,
  activity: (words) => words.activity,
  invites: (words) => words.invites,
  uploads: (words) => words.uploads,
};

/**
 * The pages open from a folder, without a server. The policy allows the style and the files of the export only, so a page can
 * neither run a script nor load anything from elsewhere.
 */
const policy = [
  "default-src 'none'",
  "img-src 'self' file:",
  "media-src 'self' file:",
  `style-src 'sha256-${hash('sha256', EXPORT_STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function startOf(title: string, locale: Locale): string {
  return `<!doctype html>
<html ${langAttributes(locale)}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${EXPORT_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
`;
}

const END = '</main>\n</body>\n</html>\n';

/** The pages of an export in one language. */
export class ExportPages {
  readonly #locale: Locale;
  readonly #words: Words;

  constructor(locale: Locale) {
    this.#locale = locale;
    this.#words = wordsIn(locale);
  }

  /** The first page, with a link to each kind. */
  index(kinds: readonly ExportKind[], site: string): string {
    const words = this.#words;
    const links = kinds.map(
      (kind) =>
        `<li><a href="pages/${kind}-1.html">${escapeHtml(titles[kind](words))}</a> <a class="data" href="data/${kind}.json">JSON</a></li>`,
    );
    return `${startOf(words.exportTitle({ site }), this.#locale)}<p>${escapeHtml(words.exportIntroduction)}</p>\n<ul>\n${links.join('\n')}\n</ul>\n${END}`;
  }

  start(kind: ExportKind, number: number): string {
    const words = this.#words;
    const title = titles[kind](words);
    const numbered = number === 1 ? title : words.numberedPage({ title, number });
    return `${startOf(numbered, this.#locale)}<p><a href="../index.html">${escapeHtml(words.allData)}</a></p>\n`;
  }

  end(kind: ExportKind, number: number, hasNext: boolean): string {
    const words = this.#words;
    const link = (page: number, text: string) =>
      `<a href="${kind}-${page}.html">${escapeHtml(text)}</a>`;
    const links = [
      ...(number > 1 ? [link(number - 1, words.previousPage)] : []),
      ...(hasNext ? [link(number + 1, words.nextPage)] : []),
    ];
    return `${links.length > 0 ? `<nav>${links.join(' ')}</nav>\n` : ''}${END}`;
  }

  /** Stands in place of the items if there are none. */
  get empty(): string {
    const words = this.#words;
    return `<p>${escapeHtml(words.nothingHere)}</p>\n`;
  }

  /** One item. It repeats no heading that stands above it already. */
  item(item: ExportItem, headingAbove: string): string {
    const words = this.#words;
    const { heading, at, text, url, media = [], isOwn, details = {} } = item;
    const author = isOwn ? words.you : (heading ?? '');
    return [
      heading && heading !== headingAbove ? `<h2>${escapeHtml(heading)}</h2>` : '',
      `<article${isOwn ? ' class="own"' : ''}>`,
      isOwn === undefined ? '' : `<strong>${escapeHtml(author)}</strong> `,
      at ? `<time datetime="${escapeHtml(at)}">${escapeHtml(timeInWords(at))}</time>` : '',
      text ? `<p>${escapeHtml(text)}</p>` : '',
      ...media.map(mediumOnPage),
      detailsOnPage(details, this.#locale),
      url ? linkOnPage(url) : '',
      '</article>\n',
    ].join('');
  }
}

function mediumOnPage({ path, alt, kind }: ExportedMedium): string {
  const source = `src="../${escapeHtml(path)}"`;
  return kind === 'video'
    ? `<video controls preload="metadata" ${source} aria-label="${escapeHtml(alt)}"></video>`
    : `<img loading="lazy" alt="${escapeHtml(alt)}" ${source}>`;
}
