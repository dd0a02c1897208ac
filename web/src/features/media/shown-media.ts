import type { Media } from '@roost/contract/media';

/** Props of a picture or video in a grid. */
export interface ShownMedia {
  media: Media;
  /** The `sizes` attribute, from which the browser chooses a file. */
  sizes: string;
  onLoad: () => void;
  onError: () => void;
}
