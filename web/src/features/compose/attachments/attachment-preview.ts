import { stillOf } from '../../../lib/pictures/still.ts';
import { changeItem, itemOf } from './attachments.ts';

/** The longest edge of the preview of an animated picture. The server makes its still as wide. */
const PREVIEW_EDGE = 640;

/** Replaces the preview of an animated picture by its first frame. */
export async function showStill(id: string, file: File): Promise<void> {
  const still = await stillOf(file, PREVIEW_EDGE);
  // The person may have removed the picture meanwhile.
  if (!still || !itemOf(id)) return;
  const preview = URL.createObjectURL(still);
  changeItem(id, (item) => {
    URL.revokeObjectURL(item.preview);
    return { ...item, preview };
  });
  void measure(id, preview);
}

/** Measures the preview, so that a post or message reserves the right space before the upload. */
export async function measure(id: string, preview: string): Promise<void> {
  const image = new Image();
  await new Promise((done) => {
    image.addEventListener('load', done);
    image.addEventListener('error', done);
    image.src = preview;
  });
  const { naturalWidth: width, naturalHeight: height } = image;
  changeItem(id, (item) => ({ ...item, shape: { width, height } }));
}
