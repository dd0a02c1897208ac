import { storedChoice } from './device-choice.ts';

export type Facing = 'user' | 'environment';
/** A device by its id, or whichever looks that way; without either the one chosen last. */
export type Which = { deviceId: string } | { facing: Facing };

const picture = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30, max: 30 },
};
const sound = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

const exactly = (which: Which): MediaTrackConstraints =>
  'deviceId' in which ? { deviceId: { exact: which.deviceId } } : { facingMode: which.facing };

/** Rather the device chosen before, but another one if it is gone. */
const preferably = (deviceId: string | undefined): MediaTrackConstraints =>
  deviceId ? { deviceId: { ideal: deviceId } } : {};

/** Throws what `getUserMedia` throws, and a TypeError where pages have no devices. */
export async function openMicrophone(which?: Which): Promise<MediaStreamTrack> {
  const wanted = which ? exactly(which) : preferably(storedChoice()?.microphone);
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { ...sound, ...wanted } });
  return only(stream.getAudioTracks());
}

export async function openCamera(which?: Which): Promise<MediaStreamTrack> {
  const wanted = which
    ? exactly(which)
    : { facingMode: 'user', ...preferably(storedChoice()?.camera) };
  const stream = await navigator.mediaDevices.getUserMedia({ video: { ...picture, ...wanted } });
  const track = only(stream.getVideoTracks());
  track.contentHint = 'motion';
  return track;
}

interface Opened {
  microphone?: MediaStreamTrack;
  camera?: MediaStreamTrack;
  /** What kept either from being opened. */
  failures: { microphone?: unknown; camera?: unknown };
}

/** Both, asked for at once so that the browser asks once; should that fail, whichever of them can be had. */
export async function openBoth(): Promise<Opened> {
  const choice = storedChoice();
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { ...sound, ...preferably(choice?.microphone) },
      video: { ...picture, facingMode: 'user', ...preferably(choice?.camera) },
    });
    const camera = only(stream.getVideoTracks());
    camera.contentHint = 'motion';
    return { microphone: only(stream.getAudioTracks()), camera, failures: {} };
  } catch {
    const opened: Opened = { failures: {} };
    // One after the other: two questions at once would cover each other.
    await openMicrophone().then(
      (track) => (opened.microphone = track),
      (error: unknown) => (opened.failures.microphone = error),
    );
    await openCamera().then(
      (track) => (opened.camera = track),
      (error: unknown) => (opened.failures.camera = error),
    );
    return opened;
  }
}

function only(tracks: MediaStreamTrack[]): MediaStreamTrack {
  const [track] = tracks;
  if (!track) throw new DOMException('The stream has no track.', 'NotFoundError');
  return track;
}
