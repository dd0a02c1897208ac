import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text } from './text.ts';
import { done, id, success } from './wire.ts';

/** What a picture or video says to those who can't see it. */
export const ALT_LENGTH = 1_000;
export const alt = text(ALT_LENGTH);

/** Widths pictures are made in, in pixels; none wider than the picture itself. */
export const VARIANT_WIDTHS = [320, 640, 1_280, 2_048] as const;

/**
 * Widths avatars are made in, all square. The address that is given is that of the largest and ends in its width;
 * with another of these in its place it is the same picture, smaller.
 */
export const AVATAR_WIDTHS = [128, 320] as const;

/** Widths covers are made in, all three times as wide as high; their addresses are like those of avatars. */
export const COVER_WIDTHS = [640, 1_280] as const;

/** The same avatar or cover in another of its widths; an address that is not one of ours stays as it is. */
export function atWidth(url: string, width: number): string {
  return url.replace(/(\/media\/[\da-f-]{36}\/)\d+(\.webp)$/, `$1${width}$2`);
}

/**
 * A picture or video. `url` is the one to show when in doubt: the widest variant of a picture, the file of a
 * video. `placeholder` is a thumbhash in base64, '' where there is none.
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

export const describeMedia = endpoint({
  method: 'PATCH',
  path: '/api/media/:mediaId',
  summary: 'Say what an own upload shows, before it is posted',
  auth: 'member',
  limit: 'writes',
  params: z.object({ mediaId: id }),
  body: z.object({ alt }),
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
