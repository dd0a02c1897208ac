import type { Media } from '@roost/contract/media';
import { sampleId } from './sample-id.ts';

export function sampleMedia(name: string, change: Partial<Media> = {}): Media {
  return {
    _id: sampleId(name),
    url: `https://roost.example/media/${name}.webp`,
    type: 'image',
    status: 'ready',
    width: 640,
    height: 480,
    alt: '',
    placeholder: '',
    ...change,
  };
}
