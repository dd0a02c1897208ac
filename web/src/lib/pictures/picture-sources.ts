import { atWidth, AVATAR_WIDTHS, COVER_WIDTHS } from '@roost/contract/media';

/** An image's `srcset`, so the browser fetches small files for small pictures. Undefined if there is one size only. */
export const avatarSources = (url: string) => sources(url, AVATAR_WIDTHS);
export const coverSources = (url: string) => sources(url, COVER_WIDTHS);

function sources(url: string, widths: readonly number[]): string | undefined {
  const all = widths.map((width) => `${atWidth(url, width)} ${width}w`);
  return new Set(widths.map((width) => atWidth(url, width))).size > 1 ? all.join(', ') : undefined;
}
