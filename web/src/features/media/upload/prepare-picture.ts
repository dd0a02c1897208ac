import * as words from '#words/media';
import { isAnimated } from './animated.ts';
import { inMegabytes } from '../../../lib/format/megabytes.ts';
import { UnusableFileError } from './unusable-file-error.ts';

/** Longest edge in px and quality, the best first. The app displays at most 2048 px. */
const attempts = [
  [2560, 0.88],
  [2048, 0.84],
  [2048, 0.72],
  [1600, 0.7],
  [1280, 0.6],
] as const;
/** Longest edge and quality of a still. The server makes it as wide as this. */
const STILL = [640, 0.8] as const;
const HEADER_BYTES = 65_536;

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
      const blob = await encode(bitmap, edge, quality);
      if (blob && blob.size <= limit) return named(file, blob);
    }
  } finally {
    bitmap.close();
  }
  throw new UnusableFileError(words.cannotShrink({ name: file.name }));
}

/** The first frame of an animated picture, for a preview that does not move. Nothing for any other picture, or a broken one. */
export async function stillOf(file: File): Promise<Blob | null> {
  try {
    if (!(await isAnimatedFile(file))) return null;
    const bitmap = await createImageBitmap(file);
    const still = await encode(bitmap, ...STILL);
    bitmap.close();
    return still;
  } catch {
    return null;
  }
}

async function isAnimatedFile(file: File): Promise<boolean> {
  return isAnimated(file.type, new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
}

async function encode(bitmap: ImageBitmap, edge: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const to = (type: string) =>
    new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  const webp = await to('image/webp');
  // Browsers that cannot write WebP return a PNG.
  return webp?.type === 'image/webp' ? webp : to('image/jpeg');
}

function named({ name }: File, blob: Blob): File {
  const ending = blob.type === 'image/webp' ? 'webp' : 'jpg';
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${ending}`, { type: blob.type });
}
