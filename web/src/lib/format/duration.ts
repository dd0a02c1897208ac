/** Splits whole seconds: 3,675 → 1 hour, 1 minute, 15 seconds. Drops fractions of a second. */
export function durationParts(total: number): { hours: number; minutes: number; seconds: number } {
  const whole = Math.max(0, Math.floor(total));
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
  };
}

/** Formats whole seconds: 7 → '0:07', 754 → '12:34', 3,675 → '1:01:15'. */
export function durationText(total: number): string {
  const { hours, minutes, seconds } = durationParts(total);
  const start = hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes;
  return `${start}:${twoDigits(seconds)}`;
}

/** 7 → '07'. */
export function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
