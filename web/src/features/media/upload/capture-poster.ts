import * as words from '#words/media';
import { UnusableFileError } from './unusable-file-error.ts';

const POSTER_EDGE_PX = 1280;
const POSTER_TIMEOUT_MS = 15_000;

/**
 * Checks before the upload that the browser can play a video, and captures a frame. Undefined if the browser returns
 * none. With `mayBeConverted`, the server decides about videos that do not play.
 */
export async function capturePoster(
  file: File,
  { mayBeConverted }: { mayBeConverted: boolean },
): Promise<Blob | undefined> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto' });
  try {
    video.src = url;
    if (!(await canPlay(video))) {
      if (mayBeConverted) return undefined;
      throw new UnusableFileError(words.unplayable({ name: file.name }));
    }
    if (video.videoWidth === 0)
      throw new UnusableFileError(words.hasSoundOnly({ name: file.name }));
    return await posterOf(video).catch(() => undefined);
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

function canPlay(video: HTMLVideoElement): Promise<boolean> {
  return heard(video, 'loadeddata').then(
    () => true,
    () => false,
  );
}

async function posterOf(video: HTMLVideoElement): Promise<Blob | undefined> {
  // The first frame is often black. A recording may report no duration.
  const length = Number.isFinite(video.duration) ? video.duration : 0;
  if (length > 0.2) {
    const seeked = heard(video, 'seeked');
    video.currentTime = Math.min(1, length / 4);
    await seeked;
  }
  const scale = Math.min(1, POSTER_EDGE_PX / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')!.drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85));
  return blob ?? undefined;
}

function heard(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('late')), POSTER_TIMEOUT_MS);
    const done = (settle: () => void) => () => {
      clearTimeout(late);
      settle();
    };
    video.addEventListener(event, done(resolve), { once: true });
    video.addEventListener(
      'error',
      done(() => reject(new Error('unplayable'))),
      { once: true },
    );
  });
}
