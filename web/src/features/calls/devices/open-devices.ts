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

/** Takes a device as soon as it is open; whoever is gone by then closes it. */
interface Takers {
  camera: (track: MediaStreamTrack) => void;
  microphone: (track: MediaStreamTrack) => void;
}

/** What kept either from being opened. */
interface Failures {
  microphone?: unknown;
  camera?: unknown;
}

/** Both, asked for at once so that the browser asks once; should that fail, whichever of them can be had. */
export async function openBoth(take: Takers): Promise<Failures> {
  const choice = storedChoice();
  const both = await navigator.mediaDevices
    .getUserMedia({
      audio: { ...sound, ...preferably(choice?.microphone) },
      video: { ...picture, facingMode: 'user', ...preferably(choice?.camera) },
    })
    .catch(() => undefined);
  if (both) {
    const camera = only(both.getVideoTracks());
    camera.contentHint = 'motion';
    take.camera(camera);
    take.microphone(only(both.getAudioTracks()));
    return {};
  }
  const failures: Failures = {};
  // One after the other: two questions at once would cover each other.
  await openMicrophone().then(take.microphone, (error: unknown) => (failures.microphone = error));
  await openCamera().then(take.camera, (error: unknown) => (failures.camera = error));
  return failures;
}

function only(tracks: MediaStreamTrack[]): MediaStreamTrack {
  const [track] = tracks;
  if (!track) throw new DOMException('The stream has no track.', 'NotFoundError');
  return track;
}
