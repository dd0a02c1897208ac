export type Device = 'microphone' | 'camera' | 'screen';

/** What keeps a device from being used and what to do about it, by the name of what `getUserMedia` threw. */
export function explainDevice(device: Device, error: unknown, isSecure: boolean): string {
  if (!isSecure)
    return `Browsers only lend a ${device} to secure pages. Open Roost by its https address to make calls.`;
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
      return device === 'screen'
        ? 'The screen was not shared. Allow it in the browser, and on a Mac in the system’s privacy settings, to share it.'
        : `Roost may not use your ${device}. Allow it beside the page’s address in the browser, then try again.`;
    case 'NotFoundError':
    case 'DevicesNotFoundError':
      return `No ${device} was found. Connect one, then try again.`;
    case 'NotReadableError':
    case 'TrackStartError':
      return `Your ${device} is used by another program. Close that, then try again.`;
    case 'OverconstrainedError':
      return `The ${device} chosen before is not there any more. Choose another one.`;
    case 'SecurityError':
      return `Use of the ${device} is turned off in this browser’s settings.`;
    case 'AbortError':
      return `Your ${device} stopped before it could be used. Try again, or choose another one.`;
    default:
      return `Your ${device} could not be used. Try again, or choose another one.`;
  }
}
