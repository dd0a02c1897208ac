/** 75 → '1:15', 3,675 → '1:01:15'. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const padded = (part: number) => String(part).padStart(2, '0');
  const end = `${hours > 0 ? padded(minutes) : minutes}:${padded(whole % 60)}`;
  return hours > 0 ? `${hours}:${end}` : end;
}
