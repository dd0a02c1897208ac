import type { CallMedia } from '@roost/contract/calls';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isPossible } from '../session/own-media.ts';
import { explainDevice } from './device-problem.ts';
import { openBoth, openCamera, openMicrophone } from './open-devices.ts';

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

  const take = useCallback((device: 'microphone' | 'camera', track: MediaStreamTrack) => {
    if (isOver.current) return track.stop();
    open.current[device]?.stop();
    open.current[device] = track;
    setPreview((before) => ({ ...before, [device]: track, [`${device}Problem`]: undefined }));
    return undefined;
  }, []);

  const fail = useCallback((device: 'microphone' | 'camera', error: unknown) => {
    if (isOver.current) return;
    const problem = explainDevice(device, error, isPossible());
    setPreview((before) => ({ ...before, [device]: undefined, [`${device}Problem`]: problem }));
  }, []);

  const openAll = useCallback(async () => {
    setPreview((before) => ({ ...before, isOpening: true }));
    if (!isPossible()) fail('microphone', undefined);
    else if (media === 'audio')
      await openMicrophone().then(
        (track) => take('microphone', track),
        (error: unknown) => fail('microphone', error),
      );
    else {
      const failures = await openBoth({
        camera: (track) => take('camera', track),
        microphone: (track) => take('microphone', track),
      });
      if ('microphone' in failures) fail('microphone', failures.microphone);
      if ('camera' in failures) fail('camera', failures.camera);
    }
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
      openMicrophone({ deviceId }).then(
        (track) => take('microphone', track),
        (error: unknown) => fail('microphone', error),
      ),
    useCamera: async (deviceId: string) => {
      open.current.camera?.stop();
      await openCamera({ deviceId }).then(
        (track) => take('camera', track),
        (error: unknown) => fail('camera', error),
      );
    },
  };
}
