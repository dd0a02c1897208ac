import * as words from '#words/calls';
import { site } from '../../../lib/site.ts';

export type Device = 'microphone' | 'camera' | 'screen';

/** Explains why a device cannot be used and what to do, from the name of the error that `getUserMedia` threw. */
export function explainDevice(device: Device, error: unknown, isSecure: boolean): string {
  if (!isSecure) return words.devicesNeedASecurePage({ device, site: site.name });
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
      return device === 'screen'
        ? words.theScreenWasNotShared
        : words.deviceIsNotAllowed({ device, site: site.name });
    case 'NotFoundError':
    case 'DevicesNotFoundError':
      return words.noDeviceWasFound({ device });
    case 'NotReadableError':
    case 'TrackStartError':
      return words.deviceIsInUse({ device });
    case 'OverconstrainedError':
      return words.deviceIsGone({ device });
    case 'SecurityError':
      return words.deviceIsTurnedOff({ device });
    case 'AbortError':
      return words.deviceStopped({ device });
    default:
      return words.deviceCouldNotBeUsed({ device });
  }
}
