const formats = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumFractionDigits: 1,
  roundingMode: 'trunc',
});
const whole = new Intl.NumberFormat('en-US');

/** 1234 → '1.2K'. Cut, never rounded up, so that 999,999 does not read as a million. */
export function shortCount(count: number): string {
  return formats.format(count);
}

/** 1234 → '1,234'. */
export function fullCount(count: number): string {
  return whole.format(count);
}
