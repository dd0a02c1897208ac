import type { Media } from '@roost/contract/media';
import type { PostOwner } from '@roost/contract/users';
import { sampleId } from '../../test/support/sample-id.ts';
import { sampleMedia } from '../../test/support/sample-media.ts';
import { alice, bob } from '../../test/support/sample-posts.ts';

function person(username: string, fullName: string, isPremium = false): PostOwner {
  return {
    ...bob,
    _id: sampleId(username),
    username,
    fullName,
    premium: { isActive: isPremium },
  };
}

export const people: readonly PostOwner[] = [
  { ...alice, fullName: 'Alice' },
  person('mina', 'Mina Moss', true),
  person('long', 'Wilhelmina Featherstonehaugh-Cholmondeley of the Far Northern Isles', true),
  person('noor', 'نور الدين'),
];

/** A picture of one colour. It needs no server. */
export function picture(name: string, hue: number, change: Partial<Media> = {}): Media {
  const { width, height } = { width: 640, height: 480, ...change };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 45% 62%)"/></svg>`;
  return sampleMedia(name, { url: `data:image/svg+xml,${encodeURIComponent(svg)}`, ...change });
}
