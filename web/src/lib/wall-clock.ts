/**
 * The current moment, in ms since 1970, by this device's clock. That clock can jump forward and back, so use it only for
 * moments that the app shows, stores or compares with stored moments. Measure durations with `performance.now()`.
 */
export function wallClock(): number {
  return Date.now();
}
