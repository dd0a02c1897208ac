import { z } from 'zod';
import { endpoint, type Answer } from './endpoint.ts';
import { text } from './text/text.ts';
import { done, id, success } from './wire.ts';

/** The longest description of a picture or video for people who cannot see it. */
export const ALT_LENGTH = 1_000;
export const alt = text(ALT_LENGTH);

/**
 * The widths of square avatars, in pixels. An avatar's address names the largest width. With another of these widths, it is
 * the address of a smaller variant.
 */
export const AVATAR_WIDTHS = [128, 320] as const;

/** The widths of covers, in pixels. A cover is three times as wide as high. Its address works like that of an avatar. */
export const COVER_WIDTHS = [640, 1_280] as const;

/** Returns the address of an avatar or cover in another width. A foreign address stays unchanged. */
export function atWidth(url: string, width: number): string {
  return url.replace(/(\/media\/[\da-f-]{36}\/)\d+(\.webp)$/, `$1${width}$2`);
}

/**
 * A picture or video. `url` is the default address: the widest variant of a picture, or the file of a video. `placeholder`
 * is a thumbhash in base64, or '' without one. `poster` is a still of a video, or of an animated picture. A still picture has
 * none.
 */
export const media = z.object({
  _id: id,
  url: z.url(),
  type: z.enum(['image', 'video']),
  status: z.enum(['ready', 'processing']),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  placeholder: z.string(),
  poster: z.url().optional(),
  variants: z.array(z.object({ url: z.url(), width: z.int() })).optional(),
});
export type Media = z.infer<typeof media>;

export const uploadMedia = endpoint({
  method: 'POST',
  path: '/api/media',
  summary: 'Upload one picture or video; gone after a day unless something is posted with it',
  auth: 'member',
  limit: 'uploads',
  encoding: 'multipart',
  body: z.object({ alt: alt.default('') }),
  files: { file: 1, poster: 1 },
  status: 201,
  response: success(media),
});

export const getStorage = endpoint({
  method: 'GET',
  path: '/api/media/storage',
  summary: 'How much storage the viewer’s pictures and videos take, and how much is left',
  auth: 'member',
  limit: 'reads',
  response: success(
    z.object({
      storedBytes: z.int(),
      /** The viewer's storage quota (MEDIA_QUOTA_GB). */
      quotaBytes: z.int(),
      /** The viewer's uploads since midnight (UTC), and the limit of a day. */
      dayBytes: z.int(),
      dayLimitBytes: z.int(),
    }),
  ),
});
export type Storage = Answer<typeof getStorage>['data'];

export const describeMedia = endpoint({
  method: 'PATCH',
  path: '/api/media/:mediaId',
  summary: 'Say what an own upload shows, before it is posted',
  auth: 'member',
  limit: 'writes',
  params: z.object({ mediaId: id }),
  body: z.object({ alt }),
  bodyBytes: 65_536,
  response: success(media),
});

export const deleteMedia = endpoint({
  method: 'DELETE',
  path: '/api/media/:mediaId',
  summary: 'Take an own upload back, before it is posted',
  auth: 'member',
  limit: 'writes',
  params: z.object({ mediaId: id }),
  response: done,
});
