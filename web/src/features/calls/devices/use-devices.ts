import { useEffect, useState } from 'react';

export interface DeviceLists {
  microphones: MediaDeviceInfo[];
  cameras: MediaDeviceInfo[];
  speakers: MediaDeviceInfo[];
}

const none: DeviceLists = { microphones: [], cameras: [], speakers: [] };

/** What there is to choose from; browsers name devices once one of the kind is open, so `isOpen` has it asked anew. */
export function useDevices(isOpen: boolean): DeviceLists {
  const [lists, setLists] = useState(none);
  useEffect(() => {
    const { mediaDevices } = navigator as Partial<Navigator>;
    if (!mediaDevices) return undefined;
    let isOver = false;
    const look = () => {
      mediaDevices.enumerateDevices().then(
        (all) => {
          if (!isOver) setLists(sorted(all));
        },
        () => {},
      );
    };
    look();
    mediaDevices.addEventListener('devicechange', look);
    return () => {
      isOver = true;
      mediaDevices.removeEventListener('devicechange', look);
    };
  }, [isOpen]);
  return lists;
}

/** Those without an id are only there to say that there are some. */
function sorted(all: MediaDeviceInfo[]): DeviceLists {
  const of = (kind: MediaDeviceKind) =>
    all.filter((device) => device.kind === kind && device.deviceId !== '');
  return {
    microphones: of('audioinput'),
    cameras: of('videoinput'),
    speakers: of('audiooutput'),
  };
}
