import { wordsIn } from '#words/personal-data';
import { inRupees } from '../../../billing/provider/format-money.ts';
import { escapeHtml } from '../../../lib/html-text.ts';
import type { Locale } from '../../../platform/locale.ts';
import { detailLabels, valueWords } from './detail-words.ts';

type Details = Record<string, unknown>;

/** Facts that a page does not repeat: the heading stands for the conversation, and the amount has its currency. */
export const saidElsewhere = ['conversation', 'currency'];

/** Values so common that a page leaves them out. */
const usual: Details = { isRepost: false, pictures: 0 };

/** The facts of an item as a list of names and values, in the order of the item. */
export function detailsOnPage(details: Details, locale: Locale): string {
  const words = wordsIn(locale);
  const rows = Object.entries(details).flatMap(([name, value]) => {
    if (saidElsewhere.includes(name) || value === usual[name]) return [];
    const shown = valueOnPage(name, value, details, locale);
    return shown === ''
      ? []
      : `<div><dt>${escapeHtml(detailLabels[name]?.(words) ?? name)}</dt><dd>${shown}</dd></div>`;
  });
  return rows.length > 0 ? `<dl>${rows.join('')}</dl>` : '';
}

/** A value as HTML, or '' if there is nothing to say. */
function valueOnPage(name: string, value: unknown, details: Details, locale: Locale): string {
  const words = wordsIn(locale);
  if (value === undefined || value === '') return '';
  if (Array.isArray(value)) return listOnPage(name, value, details, locale);
  // Only mutes have null for an end.
  if (value === null) return name === 'until' ? escapeHtml(words.withoutEnd) : '';
  if (typeof value === 'object') return objectOnPage(name, value as Details, locale);
  if (typeof value === 'boolean') return escapeHtml(value ? words.yes : words.no);
  if (typeof value === 'number') return escapeHtml(numberInWords(name, value, details, locale));
  return typeof value === 'string' ? textOnPage(name, value, locale) : '';
}

function listOnPage(name: string, values: unknown[], details: Details, locale: Locale): string {
  const shown = values.map((value) => valueOnPage(name, value, details, locale));
  if (shown.length === 0) return '';
  return name === 'where' || name === 'hashtags'
    ? new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(shown)
    : `<ul>${shown.map((each) => `<li>${each}</li>`).join('')}</ul>`;
}

function objectOnPage(name: string, value: Details, locale: Locale): string {
  // A preference for notifications is no more than whose actions count.
  if (typeof value['from'] === 'string' && Object.keys(value).length === 1)
    return textOnPage(name, value['from'], locale);
  const { types, ...others } = value;
  return detailsOnPage({ ...others, ...(types as Details | undefined) }, locale);
}

function numberInWords(name: string, value: number, { currency }: Details, locale: Locale): string {
  if (name === 'amount')
    return inRupees(
      Math.round(value * 100),
      locale,
      typeof currency === 'string' ? currency : undefined,
    );
  if (name === 'maxUses' || name === 'used') return wordsIn(locale).times({ count: value });
  return value.toLocaleString(locale, { useGrouping: false });
}

function textOnPage(name: string, value: string, locale: Locale): string {
  const known = valueWords[name]?.[value];
  if (known) return escapeHtml(known(wordsIn(locale)));
  if (name === 'language') return escapeHtml(languageInWords(value, locale));
  if (name === 'hashtags') return escapeHtml(`#${value}`);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return escapeHtml(timeInWords(value));
  return /^https?:\/\//.test(value) ? linkOnPage(value) : escapeHtml(value);
}

function languageInWords(tag: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export const linkOnPage = (url: string) =>
  `<a rel="noreferrer" href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;

export const timeInWords = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`;
