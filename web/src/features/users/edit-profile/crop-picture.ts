import type { Area, Point, Size } from 'react-easy-crop';

/** The size of a cropped picture. */
export interface CropShape {
  width: number;
  height: number;
  name: string;
  type: 'image/png' | 'image/jpeg';
}

/** The avatar is a square. The cover is wide. */
export const cropShapes = {
  avatar: { width: 400, height: 400, name: 'avatar.png', type: 'image/png' },
  coverImage: { width: 1_500, height: 500, name: 'cover.jpg', type: 'image/jpeg' },
} as const satisfies Record<string, CropShape>;
export type PictureField = keyof typeof cropShapes;

/**
 * Draws `area` of a picture that is turned by `rotation` degrees. The area is in pixels of the picture, from the corner
 * of the turned picture's bounding box.
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
  // A turned picture leaves empty corners. They would be black in a JPEG.
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

/** The upright bounding box of a rectangle turned by `turn` radians. */
export function turnedBox(width: number, height: number, turn: number) {
  const [sin, cos] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))];
  return { width: cos * width + sin * height, height: sin * width + cos * height };
}

/** How far a picture can move from its middle, while the visible part has no empty edge. All in px of the screen. */
export function maxMove(media: Size, part: Size, zoom: number, rotation: number): Point {
  const box = turnedBox(media.width, media.height, (rotation * Math.PI) / 180);
  return {
    x: Math.abs(box.width * zoom - part.width) / 2,
    y: Math.abs(box.height * zoom - part.height) / 2,
  };
}
