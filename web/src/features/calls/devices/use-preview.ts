import type { CallMedia } from '@roost/contract/calls';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isPossible } from '../session/own-media.ts';
import { explainDevice } from './device-problem.ts';
import { openBoth, openCamera, openMicrophone } from './open-devices.ts';

type Device = 'microphone' | 'camera';

/** Receive the outcome of each device. */
interface Reports {
  take: (device: Device, track: MediaStreamTrack) => void;
  fail: (device: Device, error: unknown) => void;
}

interface Preview {
  isOpening: boolean;
  microphone?: MediaStreamTrack | undefined;
  camera?: MediaStreamTrack | undefined;
  /** Why a device is missing. */
  microphoneProblem?: string | undefined;
  cameraProblem?: string | undefined;
}

/** Opens the devices for the preview of a call. Closes them when the preview ends. */
export function usePreview(media: CallMedia) {
  const [preview, setPreview] = useState<Preview>({ isOpening: true });
  const open = useRef<{ microphone?: MediaStreamTrack; camera?: MediaStreamTrack }>({});
  const isOver = useRef(false);

  const take = useCallback((device: Device, track: MediaStreamTrack) => {
    if (isOver.current) return track.stop();
    open.current[device]?.stop();
    open.current[device] = track;
    setPreview((before) => ({ ...before, [device]: track, [`${device}Problem`]: undefined }));
    return undefined;
  }, []);

  const fail = useCallback((device: Device, error: unknown) => {
    if (isOver.current) return;
    const problem = explainDevice(device, error, isPossible());
    setPreview((before) => ({ ...before, [device]: undefined, [`${device}Problem`]: problem }));
  }, []);

  const openAll = useCallback(async () => {
    setPreview((before) => ({ ...before, isOpening: true }));
    await openDevices(media, { take, fail });
    if (!isOver.current) setPreview((before) => ({ ...before, isOpening: false }));
  }, [fail, media, take]);

  useEffect(() => {
    isOver.current = false;
    void openAll();
    return () => {
      isOver.current = true;
      for (const track of Object.values(open.current)) track.stop();
      open.current = {};
    };
  }, [openAll]);

  return {
    preview,
    retry: openAll,
    useMicrophone: async (deviceId: string) =>
      report('microphone', openMicrophone({ deviceId }), { take, fail }),
    useCamera: async (deviceId: string) => {
      open.current.camera?.stop();
      await report('camera', openCamera({ deviceId }), { take, fail });
    },
  };
}

async function openDevices(media: CallMedia, reports: Reports): Promise<void> {
  const { take, fail } = reports;
  if (!isPossible()) return fail('microphone', undefined);
  if (media === 'audio') return report('microphone', openMicrophone(), reports);
  const failures = await openBoth({
    camera: (track) => take('camera', track),
    microphone: (track) => take('microphone', track),
  });
  if ('microphone' in failures) fail('microphone', failures.microphone);
  if ('camera' in failures) fail('camera', failures.camera);
  return undefined;
}

async function report(
  device: Device,
  opening: Promise<MediaStreamTrack>,
  { take, fail }: Reports,
): Promise<void> {
  await opening.then(
    (track) => take(device, track),
    (error: unknown) => fail(device, error),
  );
}
