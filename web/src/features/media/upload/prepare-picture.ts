import * as words from '#words/media';
import { inMegabytes } from '../../../lib/format/megabytes.ts';
import { encodePicture } from '../../../lib/pictures/encode-picture.ts';
import { isAnimatedFile } from '../../../lib/pictures/animated-file.ts';
import { UnusableFileError } from './unusable-file-error.ts';

/** Longest edge in px and quality, the best first. The app displays at most 2048 px. */
const attempts = [
  [2560, 0.88],
  [2048, 0.84],
  [2048, 0.72],
  [1600, 0.7],
  [1280, 0.6],
] as const;

/** The picture to upload: the file itself, or a smaller version if the file is over the limit. */
export async function preparePicture(file: File, limit: number): Promise<File> {
  if (file.size <= limit) return file;
  if (await isAnimatedFile(file)) {
    throw new UnusableFileError(
      words.animationTooLarge({
        name: file.name,
        size: inMegabytes(file.size),
        limit: inMegabytes(limit),
      }),
    );
  }
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnusableFileError(words.unreadablePicture({ name: file.name }));
  });
  try {
    for (const [edge, quality] of attempts) {
      const blob = await encodePicture(bitmap, edge, quality);
      if (blob && blob.size <= limit) return named(file, blob);
    }
  } finally {
    bitmap.close();
  }
  throw new UnusableFileError(words.cannotShrink({ name: file.name }));
}

function named({ name }: File, blob: Blob): File {
  const ending = blob.type === 'image/webp' ? 'webp' : 'jpg';
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${ending}`, { type: blob.type });
}
