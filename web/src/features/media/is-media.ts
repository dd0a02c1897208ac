import type { Media } from '@roost/contract/media';
import { hasFields } from '../../lib/storage.ts';

/** Checks stored media, but only the fields that rendering and sending use. */
export function isMedia(value: unknown): value is Media {
  return hasFields<Media>(value, {
    _id: 'string',
    url: 'string',
    width: 'number',
    height: 'number',
  });
}
