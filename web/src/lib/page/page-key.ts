import type { Location } from '../router/location.ts';

/** The history state of an entry that lies over a page, such as that of the media viewer. */
export interface OverPage {
  /** The key of the page's own entry. Its presence means that Back leads to that page. */
  under: string;
}

/** The key of the page's own history entry, whether or not another entry lies over the page. */
export function pageKey({ key, state }: Location): string {
  return (state as OverPage | null)?.under ?? key;
}
