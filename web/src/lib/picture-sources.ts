import { atWidth, AVATAR_WIDTHS, COVER_WIDTHS } from '@roost/contract/media';

/** For an image's `srcset`, so that what is shown small is fetched small; undefined where there is one size only. */
export const avatarSources = (url: string) => sources(url, AVATAR_WIDTHS);
export const coverSources = (url: string) => sources(url, COVER_WIDTHS);

function sources(url: string, widths: readonly number[]): string | undefined {
  const all = widths.map((width) => `${atWidth(url, width)} ${width}w`);
  return new Set(widths.map((width) => atWidth(url, width))).size > 1 ? all.join(', ') : undefined;
}
