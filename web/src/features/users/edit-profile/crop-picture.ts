import type { Area } from 'react-easy-crop';

/** What a cropped picture becomes. */
export interface CropShape {
  width: number;
  height: number;
  name: string;
  type: 'image/png' | 'image/jpeg';
}

/** A square for the avatar (spec §2), and a band for the cover. */
export const cropShapes = {
  avatar: { width: 400, height: 400, name: 'avatar.png', type: 'image/png' },
  coverImage: { width: 1_500, height: 500, name: 'cover.jpg', type: 'image/jpeg' },
} as const satisfies Record<string, CropShape>;
export type PictureField = keyof typeof cropShapes;

/**
 * Draws the part `area` of a picture turned by `rotation` degrees. The area is in the picture's own pixels, from the
 * corner of the box the turned picture fills.
 */
export async function cropPicture(
  url: string,
  area: Area,
  rotation: number,
  { width, height, name, type }: CropShape,
): Promise<File> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Canvas is empty');
  const turn = (rotation * Math.PI) / 180;
  const { naturalWidth, naturalHeight } = picture;
  const box = turnedBox(naturalWidth, naturalHeight, turn);
  context.imageSmoothingQuality = 'high';
  // What a turned picture leaves bare is clear in a PNG, and would be black in a JPEG.
  context.fillStyle = 'white';
  if (type === 'image/jpeg') context.fillRect(0, 0, width, height);
  context.scale(width / area.width, height / area.height);
  context.translate(box.width / 2 - area.x, box.height / 2 - area.y);
  context.rotate(turn);
  context.drawImage(picture, -naturalWidth / 2, -naturalHeight / 2);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.92));
  if (!blob) throw new Error('Canvas is empty');
  return new File([blob], name, { type });
}

/** The upright box a rectangle turned by so many radians fills. */
export function turnedBox(width: number, height: number, turn: number) {
  const [sin, cos] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))];
  return { width: cos * width + sin * height, height: sin * width + cos * height };
}
