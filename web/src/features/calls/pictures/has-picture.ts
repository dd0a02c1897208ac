import type { SessionState } from '../session/call-session.ts';

/** Whether the other side sends a picture: of their camera or of their screen. */
export function hasPicture({ status, isPeerSharing, isPeerCameraOff }: SessionState): boolean {
  return status === 'connected' && (isPeerSharing || !isPeerCameraOff);
}
