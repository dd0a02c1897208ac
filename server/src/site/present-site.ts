import { wordsIn } from '#words/site';
import { readFileSync } from 'node:fs';
import type { Site } from '@roost/contract/site';
import { mediaOrigin } from '../config/config.ts';
import type { Context } from '../kernel/context.ts';
import type { DocumentSite } from '../platform/http/documents/document-site.ts';
import { currentVapidKey } from '../platform/push/vapid-keys.ts';
import { siteLocale, type Locale } from '../platform/locale.ts';
import { mediaPath } from '../platform/storage/media-path.ts';
import type { SiteState } from './site.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

export function presentSite(
  { origin, config, keys }: Pick<Context, 'origin' | 'config' | 'keys'>,
  state: SiteState,
): Site {
  const { logo, rules, blocksVersion: _, ...texts } = state;
  return {
    ...texts,
    description: describe(state, siteLocale),
    rules: rules.map(({ id, text }) => ({ _id: id, text })),
    logo: logo && origin + logoPath(logo),
    vapidKey: vapidKeyOf({ config, keys }),
    version,
  };
}

/** The parts of the site that documents show. */
export function documentSite(
  { config, keys }: Pick<Context, 'config' | 'keys'>,
  state: SiteState,
): DocumentSite {
  const { name, announcement, accent, logo, languages } = state;
  return {
    name,
    description: (locale) => describe(state, locale),
    mainLanguage: languages[0] ?? siteLocale,
    announcement,
    accent,
    logo: logo && logoPath(logo),
    vapidKey: vapidKeyOf({ config, keys }),
    imageOrigin: mediaOrigin(config),
  };
}

/** The public key to which browsers subscribe. */
const vapidKeyOf = ({ config, keys }: Pick<Context, 'config' | 'keys'>): string | null =>
  config.push === 'off' ? null : currentVapidKey(keys).publicKey;

function describe({ description }: SiteState, locale: Locale): string {
  return description ?? wordsIn(locale).siteDescription;
}

/** The path of the logo's smallest picture. `atWidth` of the contract makes the others. */
const logoPath = (id: string): string => mediaPath(id, '320.webp');
