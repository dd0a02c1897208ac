/** The hash of the sources of this page. */
export const ownBuild = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;

/** Only the built app has a service worker. Without https there is none. */
export const hasServiceWorker = (): boolean =>
  ownBuild !== undefined && 'serviceWorker' in navigator;
