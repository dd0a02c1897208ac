import { readFileSync } from 'node:fs';
import type { Site } from '@roost/contract/site';
import type { Context } from '../kernel/context.ts';
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

/** The path of the logo's smallest picture. `atWidth` of the contract makes the others. */
const logoPath = (id: string): string => mediaPath(id, '320.webp');
