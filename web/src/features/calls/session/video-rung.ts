import type { LineSample } from './line.ts';

/** How much of the picture the line bears; with `off` all is left to the sound. */
export type VideoLevel = 'full' | 'low' | 'off';

export interface VideoRung {
  level: VideoLevel;
  /** Looks in a row that said so. */
  poor: number;
  well: number;
}

export const topRung: VideoRung = { level: 'full', poor: 0, well: 0 };

/** Below this the level can’t be held. */
const needsKbps: Record<VideoLevel, number> = { full: 250, low: 90, off: 0 };
const below: Record<VideoLevel, VideoLevel> = { full: 'low', low: 'off', off: 'off' };
const above: Record<VideoLevel, VideoLevel> = { full: 'full', low: 'full', off: 'low' };
const POOR_LOOKS = 2;
/** Up is tried much later than down: a picture that comes and goes is worse than none. */
const WELL_LOOKS = 6;

/** One step down after a few poor looks, one step up after many good ones. How well the other side is received is its own to mend. */
export function nextRung(
  { level, poor, well }: VideoRung,
  { sentLost: lost = 0, sendKbps = Infinity }: LineSample,
): VideoRung {
  // Without a picture little is sent, and the browser’s guess of what could be is an old one.
  const isShort = level !== 'off' && sendKbps < needsKbps[level];
  if (lost > 0.1 || isShort) {
    if (poor + 1 < POOR_LOOKS) return { level, poor: poor + 1, well: 0 };
    return { level: below[level], poor: 0, well: 0 };
  }
  if (lost > 0.03) return { level, poor: 0, well: 0 };
  if (well + 1 < WELL_LOOKS || level === 'full') return { level, poor: 0, well: well + 1 };
  return { level: above[level], poor: 0, well: 0 };
}

/** In the terms of `RTCRtpEncodingParameters`. */
export function encodingFor(level: VideoLevel, isScreen: boolean) {
  if (level === 'off') return { active: false };
  if (isScreen)
    return level === 'full'
      ? { active: true, maxBitrate: 2_500_000, scaleResolutionDownBy: 1 }
      : { active: true, maxBitrate: 400_000, scaleResolutionDownBy: 1 };
  return level === 'full'
    ? { active: true, maxBitrate: 1_700_000, scaleResolutionDownBy: 1 }
    : { active: true, maxBitrate: 250_000, scaleResolutionDownBy: 3 };
}
