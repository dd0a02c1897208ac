import { atWidth, AVATAR_WIDTHS, COVER_WIDTHS, type Media } from '@roost/contract/media';
import { savesData } from '../page/saves-data.ts';

/** The widest files for people who save data, in pixels: of a picture in a list, and of one that fills the screen. */
const SAVED_WIDTH = 640;
const SAVED_FULL_WIDTH = 1_280;

/** The addresses of an `img`. From `srcSet` the browser chooses a small file for a small picture, and ignores `src`. */
interface PictureSources {
  src: string;
  srcSet: string | undefined;
}

export const avatarSources = (url: string) => profileSources(url, AVATAR_WIDTHS);
export const coverSources = (url: string) => profileSources(url, COVER_WIDTHS);

/** An animated picture has a poster, like a video. */
export const isAnimated = ({ type, poster }: Pick<Media, 'type' | 'poster'>): boolean =>
  type === 'image' && poster !== undefined;

/** The sources of a picture. An animated one shows its still, unless it is moving. */
export function mediaSources(
  media: Pick<Media, 'url' | 'type' | 'poster' | 'variants'>,
  { isFull = false, isMoving = false } = {},
): PictureSources {
  const { url, type, poster, variants = [] } = media;
  if (type === 'image' && poster !== undefined && !isMoving)
    return { src: poster, srcSet: undefined };
  const widest = isFull ? SAVED_FULL_WIDTH : SAVED_WIDTH;
  const small = savesData() ? variants.filter(({ width }) => width <= widest) : variants;
  // If the person saves data and all files are wide, the first is the smallest.
  const shown = small.length > 0 ? small : variants.slice(0, 1);
  return { src: url, srcSet: shown.length > 0 ? joined(shown) : undefined };
}

const joined = (files: readonly { url: string; width: number }[]) =>
  files.map(({ url, width }) => `${url} ${width}w`).join(', ');

function profileSources(url: string, widths: readonly number[]): PictureSources {
  const all = widths.map((width) => ({ url: atWidth(url, width), width }));
  const hasSizes = new Set(all.map((each) => each.url)).size > 1;
  return { src: url, srcSet: hasSizes ? joined(savesData() ? all.slice(0, 1) : all) : undefined };
}
