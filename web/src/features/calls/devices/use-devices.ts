import { useEffect, useState } from 'react';

export interface DeviceLists {
  microphones: MediaDeviceInfo[];
  cameras: MediaDeviceInfo[];
  speakers: MediaDeviceInfo[];
}

const none: DeviceLists = { microphones: [], cameras: [], speakers: [] };

/** Lists the devices. Browsers hide their names until one is open, so a change of `isOpen` refreshes the list. */
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

/** Groups the devices by kind. Devices without an id only show that some exist, so they are skipped. */
function sorted(all: MediaDeviceInfo[]): DeviceLists {
  const of = (kind: MediaDeviceKind) =>
    all.filter((device) => device.kind === kind && device.deviceId !== '');
  return {
    microphones: of('audioinput'),
    cameras: of('videoinput'),
    speakers: of('audiooutput'),
  };
}
