import { storedChoice } from './chosen-devices.ts';

export type Facing = 'user' | 'environment';
/** A device by its id, or a camera by its facing mode. Without either, the device chosen last. */
export type Which = { deviceId: string } | { facing: Facing };

const picture = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30, max: 30 },
};
const sound = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

const exactly = (which: Which): MediaTrackConstraints =>
  'deviceId' in which ? { deviceId: { exact: which.deviceId } } : { facingMode: which.facing };

/** Prefers the device chosen last, but allows another one if it is missing. */
const preferably = (deviceId: string | undefined): MediaTrackConstraints =>
  deviceId ? { deviceId: { ideal: deviceId } } : {};

/** Opens a microphone. Throws the error of `getUserMedia`, or a TypeError if the page may not use devices. */
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

/** Receive each device when it opens. If the call is over by then, they must close it. */
interface Takers {
  camera: (track: MediaStreamTrack) => void;
  microphone: (track: MediaStreamTrack) => void;
}

/** The errors of the devices that did not open. */
interface Failures {
  microphone?: unknown;
  camera?: unknown;
}

/** Requests both devices together, so that the browser asks only once. If that fails, requests each one alone. */
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
  // One after the other, because two browser prompts would cover each other.
  await openMicrophone().then(take.microphone, (error: unknown) => (failures.microphone = error));
  await openCamera().then(take.camera, (error: unknown) => (failures.camera = error));
  return failures;
}

function only(tracks: MediaStreamTrack[]): MediaStreamTrack {
  const [track] = tracks;
  if (!track) throw new DOMException('The stream has no track.', 'NotFoundError');
  return track;
}
