import type { Plugin } from 'vite';
import { siteDefaults } from '../../contract/src/limits.ts';

/** Fills in what the server says about the site, because the development server knows no operator. */
export function devSite(): Plugin {
  return {
    name: 'roost:dev-site',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replaceAll('__SITE_NAME__', siteDefaults.name).replaceAll('__SITE_DESCRIPTION__', ''),
  };
}
