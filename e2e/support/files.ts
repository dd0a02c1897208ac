import { expect, type Locator, type Page } from '@playwright/test';
import * as media from '@roost/contract/media';
import * as posts from '@roost/contract/posts';
import { call } from './api.ts';

export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Formats that a canvas cannot write: 64 × 48 px in one colour. The GIF has two frames. */
export const avif = file(
  'leaf.avif',
  'image/avif',
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAAXBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9jAAAAAERAAAIAAQAAAAABlAABAAAAAAAAACIAAgAAAAABtgABAAAAAAAAABUAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABhdjAxAAAAABVpbmZlAgAAAAACAABhdjAxAAAAAA5waXRtAAAAAAABAAAAr2lwcnAAAACKaXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAEAAAAAwAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQAcAAAAAA5waXhpAAAAAAEIAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAdaXBtYQAAAAAAAAACAAEDgQIDAAIEhAIFhgAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAP21kYXQSAAoJOBV/vaQENBpAMhMcQmLk4AAWAASXv0Ao7MwdyuL8EgAKBhgVf72FQDIJGwAAAQAOTTek',
);
export const gif = file(
  'wave.gif',
  'image/gif',
  'R0lGODlhEAAMAIAAAExpceB6XyH/C05FVFNDQVBFMi4wAwEAAAAh+QQFFAAAACwAAAAAEAAMAAACDIyPqcvtD6OctNprCgAh+QQFFAAAACwAAAAAEAAMAIBMaXE0oKQCDIyPqcvtD6OctNprCgA7',
);

function file(name: string, mimeType: string, base64: string): TestFile {
  return { name, mimeType, buffer: Buffer.from(base64, 'base64') };
}

/** Draws a picture in the page. Its right half has its own colour, if `right` gives one. */
export async function drawPicture(
  page: Page,
  name: string,
  {
    width = 640,
    height = 480,
    color = '#34a0a4',
    right = color,
  }: { width?: number; height?: number; color?: string; right?: string } = {},
): Promise<TestFile> {
  const mimeType = `image/${/[^.]+$/.exec(name)![0].replace('jpg', 'jpeg')}`;
  const base64 = await page.evaluate(
    async ({ mimeType, width, height, color, right }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d')!;
      context.fillStyle = color;
      context.fillRect(0, 0, width, height);
      context.fillStyle = right;
      context.fillRect(width / 2, 0, width / 2, height);
      context.fillStyle = '#fff8';
      context.arc(width / 2, height / 2, Math.min(width, height) / 4, 0, 7);
      context.fill();
      return canvas.toDataURL(mimeType).split(',')[1]!;
    },
    { mimeType, width, height, color, right },
  );
  return file(name, mimeType, base64);
}

/** Records about one second of a moving square in the page. */
export async function recordClip(page: Page, kind: 'mp4' | 'webm'): Promise<TestFile> {
  const mimeType = `video/${kind}`;
  const base64 = await page.evaluate(async (mimeType) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const context = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType });
    const chunks: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
    recorder.start();
    for (let step = 0; step < 30; step += 1) {
      context.fillStyle = '#34a0a4';
      context.fillRect(0, 0, 320, 180);
      context.fillStyle = '#ffffee';
      context.fillRect(step * 9, 80, 30, 30);
      await new Promise((next) => setTimeout(next, 40));
    }
    const stopped = new Promise((done) => recorder.addEventListener('stop', done));
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, mimeType);
  return file(`ball.${kind}`, mimeType, base64);
}

/** Returns the MP4 file with the brand of QuickTime. The container is the same. */
export function asQuickTime({ buffer }: TestFile): TestFile {
  const copy = Buffer.from(buffer);
  copy.write('qt  ', 8, 'latin1');
  return { name: 'ball.mov', mimeType: 'video/quicktime', buffer: copy };
}

/** Publishes a post with these files as the page's member. Returns its id. */
export async function postFiles(
  page: Page,
  content: string,
  files: TestFile[],
  {
    alts = [],
    visibility = 'public',
  }: { alts?: string[]; visibility?: posts.Post['visibility'] } = {},
): Promise<string> {
  const mediaIds = await Promise.all(
    files.map(async (each, index) => {
      const body = { alt: alts[index] ?? '' };
      const { data } = await call(page, media.uploadMedia, { body }, { file: asFile(each) });
      return data._id;
    }),
  );
  const { data } = await call(page, posts.createPost, { body: { content, visibility, mediaIds } });
  return data._id;
}

/** Returns the file as a form sends it. */
export function asFile({ name, mimeType, buffer }: TestFile): File {
  return new File([new Uint8Array(buffer)], name, { type: mimeType });
}

/** Expects a picture from the server that the browser has decoded. */
export async function expectDrawn(picture: Locator): Promise<void> {
  await expect(picture).toBeVisible();
  await expect
    .poll(() =>
      picture.evaluate(
        (image: HTMLImageElement) =>
          image.currentSrc.startsWith('http') && image.complete && image.naturalWidth > 0,
      ),
    )
    .toBe(true);
}

/** Expects a video from the server that plays without sound. */
export async function expectPlaying(film: Locator): Promise<void> {
  await expect(film).toBeVisible();
  await expect
    .poll(() =>
      film.evaluate(
        ({ currentSrc, currentTime, readyState }: HTMLVideoElement) =>
          currentSrc.startsWith('http') && readyState > 1 && currentTime > 0,
      ),
    )
    .toBe(true);
  expect(await film.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
}
