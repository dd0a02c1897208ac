import { closestLocale, localeCookie, locales, type Locale } from '@roost/contract/locales';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Config } from '../../kernel/config.ts';
import { localeFor } from '../locale.ts';
import { isSecure } from './security/cookie.ts';

/** Browsers keep a cookie for at most 400 days. */
const COOKIE_SECONDS = 400 * 86_400;

/** Browsers send less than 200 characters. The cost of a longer header grows with its length, before any limit counts. */
const MAX_HEADER_LENGTH = 500;

interface Known {
  /** The language that the person chose, if the caller knows the person. */
  chosen?: string | undefined;
  /** The main language of the site. */
  main: string;
}

/** The headers on which the language of a page depends. */
export const LOCALE_VARY = 'Cookie, Accept-Language';

/**
 * The language of a reader: what the person chose, then what this browser shows, then what the browser asks for, then the
 * site's main language.
 */
export function readerLocale(
  { headers, cookies }: FastifyRequest,
  { chosen = '', main }: Known,
): Locale {
  return (
    closestLocale(chosen) ??
    closestLocale(cookies[localeCookie] ?? '') ??
    acceptedLocale(headers['accept-language'], localeFor(main))
  );
}

/** The best language for an Accept-Language header. `*` and languages that Roost does not have mean the site's main one. */
function acceptedLocale(header: string | undefined, main: Locale): Locale {
  const offered = [main, ...locales.filter((locale) => locale !== main)];
  const accepted = header === undefined || header.length > MAX_HEADER_LENGTH ? '' : header;
  const [best] = new Negotiator({ headers: { 'accept-language': accepted } }).languages(offered);
  return closestLocale(best ?? '') ?? main;
}

/** Stores a member's language in the browser, for pages that are sent without their session. */
export function storeLocale(
  config: Config,
  { cookies }: FastifyRequest,
  reply: FastifyReply,
  locale: Locale,
): void {
  if (cookies[localeCookie] === locale) return;
  // The page itself writes it, too, when somebody chooses a language.
  void reply.setCookie(localeCookie, locale, {
    path: '/',
    sameSite: 'lax',
    httpOnly: false,
    secure: isSecure(config),
    maxAge: COOKIE_SECONDS,
  });
}
