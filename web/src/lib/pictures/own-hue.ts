/** People can distinguish this many hues at a glance. */
const HUES = 24;

/** The hue of a person's colours, in degrees. The same id always has the same hue. */
export function ownHue(userId: string): number {
  let hash = 2_166_136_261;
  for (const letter of userId) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  // The high bits of this hash are mixed best.
  return ((hash >>> 16) % HUES) * (360 / HUES);
}
