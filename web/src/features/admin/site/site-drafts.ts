import { personalStore } from '../../../lib/store.ts';
import { warnOfUnsaved } from '../../../lib/page/warn-of-unsaved.ts';
import type { SiteDrafts } from './site-form.ts';

/** The unsaved changes of all forms about the site. They stay while the admin looks at other pages. */
export const siteDrafts = personalStore<SiteDrafts>({});

warnOfUnsaved(siteDrafts);

/** The browser keeps a chosen file in memory until its address is released. */
let shownLogo: string | undefined;

siteDrafts.subscribe(() => {
  const logo = siteDrafts.get().logo?.value;
  const url = typeof logo === 'object' ? logo?.url : undefined;
  if (shownLogo !== undefined && shownLogo !== url) URL.revokeObjectURL(shownLogo);
  shownLogo = url;
});
