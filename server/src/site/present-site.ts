import { readFileSync } from 'node:fs';
import type { Site } from '@roost/contract/site';
import { mediaOrigin } from '../config/config.ts';
import type { Config } from '../kernel/config.ts';
import type { Context } from '../kernel/context.ts';
import type { DocumentSite } from '../platform/http/documents/document-site.ts';
import { mediaPath } from '../platform/storage/media-path.ts';
import type { SiteState } from './site.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

export function presentSite({ origin }: Pick<Context, 'origin'>, state: SiteState): Site {
  const { logo, rules, blocksVersion: _, ...texts } = state;
  return {
    ...texts,
    rules: rules.map(({ id, text }) => ({ _id: id, text })),
    logo: logo && origin + logoPath(logo),
    vapidKey: null,
    version,
  };
}

/** What documents show of the site. */
export function documentSite(config: Config, state: SiteState): DocumentSite {
  const { name, description, announcement, accent, logo } = state;
  return {
    name,
    description,
    announcement,
    accent,
    logo: logo && logoPath(logo),
    imageOrigin: mediaOrigin(config),
  };
}

/** The path of the logo's smallest picture. `atWidth` of the contract makes the others. */
const logoPath = (id: string): string => mediaPath(id, '320.webp');
