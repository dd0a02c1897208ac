import type { ConnectionSample } from './connection-quality.ts';

/** How much video the connection can carry. With `off`, the whole bandwidth is for sound. */
export type VideoLevel = 'full' | 'low' | 'off';

export interface VideoLevelState {
  level: VideoLevel;
  /** The numbers of consecutive poor and good samples. */
  poor: number;
  good: number;
}

export const initialVideoLevel: VideoLevelState = { level: 'full', poor: 0, good: 0 };

/** The minimum bandwidth of each level. */
const needsKbps: Record<VideoLevel, number> = { full: 250, low: 90, off: 0 };
const below: Record<VideoLevel, VideoLevel> = { full: 'low', low: 'off', off: 'off' };
const above: Record<VideoLevel, VideoLevel> = { full: 'full', low: 'full', off: 'low' };
const POOR_SAMPLES_TO_LOWER = 2;
/** The level rises much later than it falls, because video that comes and goes is worse than none. */
const GOOD_SAMPLES_TO_RAISE = 6;

/** Lowers the level after a few poor samples and raises it after many good ones. Received loss does not count. */
export function nextVideoLevel(
  { level, poor, good }: VideoLevelState,
  { sentLost: lost = 0, sendKbps = Infinity }: ConnectionSample,
): VideoLevelState {
  // Without video, little is sent, so the browser's bandwidth estimate is out of date.
  const isShort = level !== 'off' && sendKbps < needsKbps[level];
  if (lost > 0.1 || isShort) {
    if (poor + 1 < POOR_SAMPLES_TO_LOWER) return { level, poor: poor + 1, good: 0 };
    return { level: below[level], poor: 0, good: 0 };
  }
  if (lost > 0.03) return { level, poor: 0, good: 0 };
  if (good + 1 < GOOD_SAMPLES_TO_RAISE || level === 'full')
    return { level, poor: 0, good: good + 1 };
  return { level: above[level], poor: 0, good: 0 };
}

/** Returns the `RTCRtpEncodingParameters` for a level. */
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
