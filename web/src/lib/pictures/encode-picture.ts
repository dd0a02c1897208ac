/** Draws a picture so that no edge is longer than `edge` px. Encodes it as WebP, or as JPEG in browsers that cannot write WebP. */
export async function encodePicture(
  bitmap: ImageBitmap,
  edge: number,
  quality: number,
): Promise<Blob | null> {
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
