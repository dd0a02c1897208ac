import { isAnimated } from './animated.ts';
import { inMegabytes } from '../../../lib/megabytes.ts';
import { Unusable } from './unusable.ts';

/** Longest edge in px and quality, gentlest first; nobody is shown more than 2048 px across. */
const attempts = [
  [2560, 0.88],
  [2048, 0.84],
  [2048, 0.72],
  [1600, 0.7],
  [1280, 0.6],
] as const;
const START_BYTES = 65_536;

/** The picture as it will be sent: as it is, or made smaller where it is over the limit. */
export async function preparePicture(file: File, limit: number): Promise<File> {
  if (file.size <= limit) return file;
  const start = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
  if (isAnimated(file.type, start)) {
    throw new Unusable(
      `${file.name} is too large (${inMegabytes(file.size)}). Pictures can have up to ${inMegabytes(limit)}, and one that moves can’t be made smaller here.`,
    );
  }
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Unusable(`${file.name} can’t be read as a picture.`);
  });
  try {
    for (const [edge, quality] of attempts) {
      const blob = await encode(bitmap, edge, quality);
      if (blob && blob.size <= limit) return named(file, blob);
    }
  } finally {
    bitmap.close();
  }
  throw new Unusable(`${file.name} can’t be made small enough. Please choose a smaller picture.`);
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
  // Where the browser can't write webp it hands back a png.
  return webp?.type === 'image/webp' ? webp : to('image/jpeg');
}

function named({ name }: File, blob: Blob): File {
  const ending = blob.type === 'image/webp' ? 'webp' : 'jpg';
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${ending}`, { type: blob.type });
}
