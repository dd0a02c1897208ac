import { Unusable } from './unusable.ts';

const POSTER_EDGE = 1280;
const PATIENCE_MS = 15_000;

/**
 * Sees whether the browser can play it, before anything is sent, and takes a picture of it; undefined where the
 * browser would not give one. With `mayBeConverted` what it can't play is the server's to judge.
 */
export async function takePoster(
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
      throw new Unusable(
        `This browser can’t play ${file.name}, so others couldn’t either. An MP4 (H.264) or a WebM works everywhere.`,
      );
    }
    if (video.videoWidth === 0) throw new Unusable(`${file.name} has sound only, no picture.`);
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
  // Not the very first frame, which is often black. A recording may not know its length.
  const length = Number.isFinite(video.duration) ? video.duration : 0;
  if (length > 0.2) {
    const seeked = heard(video, 'seeked');
    video.currentTime = Math.min(1, length / 4);
    await seeked;
  }
  const scale = Math.min(1, POSTER_EDGE / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')!.drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85));
  return blob ?? undefined;
}

function heard(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('late')), PATIENCE_MS);
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
