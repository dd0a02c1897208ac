import { siteDefaults } from '@roost/contract/limits';

/** The operator's settings of this site. */
interface Site {
  name: string;
  description: string;
  /** A note of the operator to all members, or ''. */
  announcement: string;
  /** A path. Null: the bird. */
  logo: string | null;
  /** The public key to which this browser subscribes for pushes. Null: the site sends none. */
  vapidKey: string | null;
}

/** Tests without a DOM have no document, or a small part of one. */
const { document: page } = globalThis as {
  document?: { getElementById?(id: string): { textContent: string | null } | null };
};

/** The document brings the site with it. It does not change while the page is open. */
export const site: Readonly<Site> = parseSite(page?.getElementById?.('site')?.textContent);

/** Without a readable text, returns the site of an operator who has set nothing. */
export function parseSite(text: string | null | undefined): Site {
  const fallback = {
    name: siteDefaults.name,
    description: '',
    announcement: '',
    logo: null,
    vapidKey: null,
  };
  try {
    return { ...fallback, ...(JSON.parse(text ?? '{}') as Partial<Site>) };
  } catch {
    return fallback;
  }
}
