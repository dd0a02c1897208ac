import { isAnimatedFile } from './animated-file.ts';
import { encodePicture } from './encode-picture.ts';

/** The first frame of an animated picture, at most `edge` px wide and high. Nothing for any other picture, or a broken one. */
export async function stillOf(file: File, edge: number): Promise<Blob | null> {
  try {
    if (!(await isAnimatedFile(file))) return null;
    const bitmap = await createImageBitmap(file);
    const still = await encodePicture(bitmap, edge, 0.8);
    bitmap.close();
    return still;
  } catch {
    return null;
  }
}
