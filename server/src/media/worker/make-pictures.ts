import { join } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { VARIANT_WIDTHS } from '../variant-widths.ts';
import {
  Refused,
  STILL,
  type MadeFile,
  type PictureResult,
  type PictureSize,
  type PictureTask,
} from './worker-tasks.ts';

const MAX_PIXELS = 50_000_000;
/** Limits for animations. The second one counts the pixels of all frames together. */
const MAX_FRAMES = 400;
const MAX_ANIMATED_PIXELS = 100_000_000;
/** Frames are expensive and animations small, so two sizes are enough. */
const ANIMATED_WIDTHS = [320, 640];
/** The limit of WebP. */
const MAX_HEIGHT = 16_383;
const QUALITY = 80;

const strict = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: false } as const;

/** Allows only the decoders of accepted formats, because a file's content chooses its decoder. */
export function blockOtherDecoders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`),
  });
  sharp.cache(false);
  sharp.concurrency(1);
}

/**
 * Converts a picture to WebP: upright, in sRGB, in several widths. It decodes and encodes all pixels, so no metadata
 * and no hidden data remain. Throws Refused.
 */
export async function makePictures(task: PictureTask): Promise<PictureResult> {
  const found = await sharp(task.input, strict).metadata().catch(asRefusal);
  const { width, height } = found.autoOrient;
  if (width * (found.pageHeight ?? height) > MAX_PIXELS) throw new Refused('too_many_pixels');
  const isAnimated = (found.pages ?? 1) > 1 && ['gif', 'webp'].includes(found.format);
  const make = isAnimated && !task.only ? makeAnimated : makeStill;
  try {
    return await make(task, found);
  } catch (error) {
    return asRefusal(error);
  }
}

async function makeStill(task: PictureTask, found: Metadata): Promise<PictureResult> {
  const { width, height } = found.autoOrient;
  const sizes = task.only ?? sizesFor(width, VARIANT_WIDTHS);
  const widest = sizes.reduce((one, other) => (other.width > one.width ? other : one));
  // Decodes the picture once, at its largest size. The smaller sizes are made from that.
  const { data, info } = await upright(sharp(task.input, strict), widest)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const base = () => sharp(data, { raw, limitInputPixels: MAX_PIXELS });
  const files: MadeFile[] = [];
  for (const size of sizes) {
    const made = await fit(base(), size)
      .webp({ quality: QUALITY, effort: 3, smartSubsample: true })
      .toFile(join(task.output, size.name));
    files.push({ name: size.name, type: 'image/webp', width: made.width });
  }
  const seen = task.only ? { width: info.width, height: info.height } : { width, height };
  return { files, ...seen, placeholder: await thumbhash(base()) };
}

async function makeAnimated(task: PictureTask, found: Metadata): Promise<PictureResult> {
  const { width, pages = 1 } = found;
  const height = found.pageHeight ?? found.height;
  if (pages > MAX_FRAMES || pages * width * height > MAX_ANIMATED_PIXELS)
    throw new Refused('too_many_frames');
  const files: MadeFile[] = [];
  for (const size of sizesFor(width, ANIMATED_WIDTHS)) {
    await sharp(task.input, { ...strict, animated: true, limitInputPixels: MAX_ANIMATED_PIXELS })
      .toColourspace('srgb')
      .resize({ width: size.width, withoutEnlargement: true })
      .webp({ quality: 70, effort: 1 })
      .toFile(join(task.output, size.name));
    files.push({ name: size.name, type: 'image/webp', width: Math.min(size.width, width) });
  }
  // Made from the animation, which sharp cannot turn upright, so that both look alike.
  const input = join(task.output, files.at(-1)!.name);
  const still = await makeStill({ ...task, input, only: [STILL] }, found);
  return { files: [...files, ...still.files], width, height, placeholder: still.placeholder };
}

/** Returns each width below the picture's own, and the next larger one for its full size. */
function sizesFor(width: number, widths: readonly number[]): PictureSize[] {
  const enough = widths.findIndex((each) => each >= width);
  const wanted = enough === -1 ? widths : widths.slice(0, enough + 1);
  return wanted.map((each) => ({ name: `${each}.webp`, width: each }));
}

function upright(picture: Sharp, size: PictureSize): Sharp {
  return fit(picture.autoOrient().toColourspace('srgb'), size);
}

function fit(picture: Sharp, { width, height }: PictureSize): Sharp {
  return height
    ? picture.resize({ width, height, fit: 'cover', withoutEnlargement: true })
    : picture.resize({ width, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true });
}

async function thumbhash(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** Converts a decoder's error to a Refused. Its message holds internals, so people see only the kind. */
function asRefusal(error: unknown): never {
  if (error instanceof Refused) throw error;
  const words = error instanceof Error ? error.message : '';
  throw new Refused(/pixel limit|too large/i.test(words) ? 'too_many_pixels' : 'broken', words);
}
