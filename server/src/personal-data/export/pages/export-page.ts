import { hash } from 'node:crypto';
import { wordsIn } from '#words/personal-data';
import { escapeHtml } from '../../../lib/html-text.ts';
import { langAttributes, siteLocale } from '../../../platform/locale.ts';
import type { ExportedMedium, ExportItem } from '../content/export-item.ts';
import type { ExportKind } from '../content/export-kinds.ts';
import { detailsOnPage, linkOnPage, timeInWords } from './details-on-page.ts';
import { EXPORT_STYLE } from './export-style.ts';

const words = wordsIn(siteLocale);

const titles: Record<ExportKind, string> = {
  account: words.account,
  posts: words.posts,
  messages: words.messages,
  likes: words.likes,
  bookmarks: words.bookmarks,
  following: words.following,
  requested: words.requested,
  blocked: words.blocked,
  muted: words.muted,
  mutedThreads: words.mutedThreads,
  dismissed: words.dismissed,
  notes: words.notes,
  reports: words.reports,
  decisions: words.decisions,
  subscriptions: words.subscriptions,
  payments: words.payments,
  sessions: words.sessions,
  activity: words.activity,
  invites: words.invites,
  uploads: words.uploads,
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

function startOf(title: string): string {
  return `<!doctype html>
<html ${langAttributes(siteLocale)}>
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

/** The first page, with a link to each kind. */
export function indexPage(kinds: readonly ExportKind[], site: string): string {
  const links = kinds.map(
    (kind) =>
      `<li><a href="pages/${kind}-1.html">${escapeHtml(titles[kind])}</a> <a class="data" href="data/${kind}.json">JSON</a></li>`,
  );
  return `${startOf(words.exportTitle({ site }))}<p>${escapeHtml(words.exportIntroduction)}</p>\n<ul>\n${links.join('\n')}\n</ul>\n${END}`;
}

export function startOfPage(kind: ExportKind, number: number): string {
  const title = number === 1 ? titles[kind] : words.numberedPage({ title: titles[kind], number });
  return `${startOf(title)}<p><a href="../index.html">${escapeHtml(words.allData)}</a></p>\n`;
}

export function endOfPage(kind: ExportKind, number: number, hasNext: boolean): string {
  const link = (page: number, text: string) =>
    `<a href="${kind}-${page}.html">${escapeHtml(text)}</a>`;
  const links = [
    ...(number > 1 ? [link(number - 1, words.previousPage)] : []),
    ...(hasNext ? [link(number + 1, words.nextPage)] : []),
  ];
  return `${links.length > 0 ? `<nav>${links.join(' ')}</nav>\n` : ''}${END}`;
}

/** Stands in place of the items if there are none. */
export const emptyPage = `<p>${escapeHtml(words.nothingHere)}</p>\n`;

/** One item. It repeats no heading that stands above it already. */
export function itemOnPage(item: ExportItem, headingAbove: string): string {
  const { heading, at, text, url, media = [], isOwn, details = {} } = item;
  const author = isOwn ? words.you : (heading ?? '');
  return [
    heading && heading !== headingAbove ? `<h2>${escapeHtml(heading)}</h2>` : '',
    `<article${isOwn ? ' class="own"' : ''}>`,
    isOwn === undefined ? '' : `<strong>${escapeHtml(author)}</strong> `,
    at ? `<time datetime="${escapeHtml(at)}">${escapeHtml(timeInWords(at))}</time>` : '',
    text ? `<p>${escapeHtml(text)}</p>` : '',
    ...media.map(mediumOnPage),
    detailsOnPage(details),
    url ? linkOnPage(url) : '',
    '</article>\n',
  ].join('');
}

function mediumOnPage({ path, alt, kind }: ExportedMedium): string {
  const source = `src="../${escapeHtml(path)}"`;
  return kind === 'video'
    ? `<video controls preload="metadata" ${source} aria-label="${escapeHtml(alt)}"></video>`
    : `<img loading="lazy" alt="${escapeHtml(alt)}" ${source}>`;
}
